import type { Piece, Scene } from '$lib/api/types';

/** That a drag began or ended, the piece, and the cell it reached, if any. */
export type Drag = [event: string, piece: Piece, to: number | null];

/** A drag for the log of events, with the cell it came from. */
export function dragged(scene: Scene, ...[event, piece, to]: Drag) {
  const name = (cell: number | null | undefined): string | null => scene.cells[cell ?? -1]?.name ?? null;
  return { event, piece: piece.id, from: name(piece.cells[0]), to: name(to) };
}
