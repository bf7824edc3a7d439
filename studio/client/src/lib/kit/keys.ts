/** Pieces keep their identity from move to move, so that the same element moves on the page. */

import type { Direction, Piece, Position } from '$lib/api/types';

export interface KeyedPiece extends Piece {
  key: string;
  /** The direction in which it moved last. */
  facing?: Direction;
}

/** Which piece became which, and whether pieces changed in place instead of moving. */
export interface Moved {
  from: string | null;
  to: string | null;
  inPlace?: boolean;
}

/**
 * The pieces of a position, each with the key it had before. A piece that stands where a like one stood is
 * that one; those left over are matched by kind, the nearest in order first; the rest are new.
 */
export function keyed(before: readonly KeyedPiece[], after: Position, moved?: Moved): KeyedPiece[] {
  const free = new Map(before.map((piece) => [piece.key, piece]));
  const found = new Map<Piece, string>();
  const take = (piece: Piece, match: (old: KeyedPiece) => boolean, mayTurn = false) => {
    for (const [key, old] of free) {
      if ((!mayTurn && old.token !== piece.token) || !match(old)) continue;
      free.delete(key);
      found.set(piece, key);
      return;
    }
  };
  const mover = moved?.to == null ? null : after.pieces.find((piece) => piece.id === moved.to);
  if (mover) take(mover, (old) => old.id === moved!.from);
  const left = () => after.pieces.filter((piece) => !found.has(piece));
  if (moved?.inPlace) {
    for (const piece of left()) take(piece, (old) => old.cells[0] === piece.cells[0], true);
  }
  for (const piece of left())
    take(piece, (old) => old.cells[0] === piece.cells[0] && old.cells.length === piece.cells.length);
  for (const piece of left()) take(piece, (old) => old.id === piece.id);
  for (const piece of left()) take(piece, () => true);
  let fresh = before.length;
  const used = new Set(found.values());
  for (const piece of left()) {
    while (used.has(`p${fresh}`)) fresh++;
    used.add(`p${fresh}`);
    found.set(piece, `p${fresh}`);
  }
  // Always in the order of their keys, so that elements on the page move but are never reordered.
  return after.pieces
    .map((piece) => ({ ...piece, key: found.get(piece)! }))
    .sort((a, b) => Number(a.key.slice(1)) - Number(b.key.slice(1)));
}
