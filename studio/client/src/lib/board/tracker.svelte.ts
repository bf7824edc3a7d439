/** The pieces on a board over time: which is which after a move, how each got there, which moved last. */

import type { Direction, Move, Position } from '$lib/api/types';
import { wayOf, type Geometry, type Point } from '$lib/kit/geometry';
import { keyed, type KeyedPiece, type Moved } from '$lib/kit/keys';
import { actsInPlace } from './gestures';

/** The move that led to a position, and whether it was undone. */
export interface Last {
  move: Move;
  back: boolean;
}

export class PieceTracker {
  pieces = $state.raw<KeyedPiece[]>([]);
  /** The corners of the path of the piece that moved, if its move is known. */
  private way = $state.raw<{ key: string; points: Point[] } | null>(null);
  private readonly moved = new Map<string, number>();
  private readonly facing = new Map<string, Direction>();
  private count = 0;

  show(position: Position, last: Last | null, geometry: Geometry): void {
    const before = new Map(this.pieces.map((piece) => [piece.key, piece]));
    this.pieces = keyed(this.pieces, position, last ? moveOf(last) : undefined);
    this.way = null;
    for (const piece of this.pieces) {
      const old = before.get(piece.key);
      if (!old || old.cells[0] === piece.cells[0]) continue;
      this.moved.set(piece.key, ++this.count);
      if (last?.move.direction) this.facing.set(piece.key, last.move.direction);
      if (last && !last.back && last.move.piece_after === piece.id) {
        this.way = { key: piece.key, points: wayOf(geometry, old.cells[0]!, last.move) };
      }
    }
    this.pieces = this.pieces.map((piece) => ({ ...piece, facing: this.facing.get(piece.key) }));
  }

  wayOf(piece: KeyedPiece): Point[] | null {
    return this.way?.key === piece.key ? this.way.points : null;
  }

  byId(id: string | null | undefined): KeyedPiece | null {
    return this.pieces.find((piece) => piece.id === id) ?? null;
  }

  /** The most recently moved piece first. */
  lastMovedFirst(): KeyedPiece[] {
    const when = (piece: KeyedPiece) => this.moved.get(piece.key) ?? 0;
    return [...this.pieces].sort((a, b) => when(b) - when(a));
  }

  /** The next piece in reading order; after the last comes the first. */
  next(id: string | null, by: number): KeyedPiece | null {
    const ordered = [...this.pieces].sort((a, b) => a.cells[0]! - b.cells[0]!);
    const here = ordered.findIndex((piece) => piece.id === id);
    return ordered[(here + by + ordered.length) % ordered.length] ?? null;
  }
}

function moveOf({ move, back }: Last): Moved {
  const [from, to] = back ? [move.piece_after, move.piece] : [move.piece, move.piece_after];
  return { from, to, inPlace: actsInPlace(move) };
}
