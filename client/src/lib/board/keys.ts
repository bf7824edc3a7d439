/** Pieces that keep their identity over moves, so that the same thing on the page travels. */

import type { Piece, Position } from '$lib/api/types';

export interface KeyedPiece extends Piece {
  key: string;
}

/**
 * The pieces of a position, each with the key it had before. A piece that stands where a like one stood is
 * that one; those left over are matched by kind, the nearest in order first; the rest are new.
 */
export function keyed(
  before: readonly KeyedPiece[],
  after: Position,
  hint?: { from: string; to: string },
): KeyedPiece[] {
  const free = new Map(before.map((piece) => [piece.key, piece]));
  const found = new Map<Piece, string>();
  const take = (piece: Piece, match: (old: KeyedPiece) => boolean) => {
    for (const [key, old] of free) {
      if (old.token !== piece.token || !match(old)) continue;
      free.delete(key);
      found.set(piece, key);
      return;
    }
  };
  if (hint) {
    const moved = after.pieces.find((piece) => piece.id === hint.to);
    if (moved) take(moved, (old) => old.id === hint.from);
  }
  const left = () => after.pieces.filter((piece) => !found.has(piece));
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
  // Always in the order of their keys, so that what stands on the page is moved, never re-ordered.
  return after.pieces
    .map((piece) => ({ ...piece, key: found.get(piece)! }))
    .sort((a, b) => Number(a.key.slice(1)) - Number(b.key.slice(1)));
}
