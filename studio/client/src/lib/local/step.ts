/** A position after a move that the engine gave. */

import type { Move, Piece, Position, Scene } from '$lib/api/types';
import type { Legal } from '$lib/engine/engine';
import type { Shown } from '$lib/kit/family';
import { moved } from '$lib/kit/moved';
import type { AloneBoard } from './data';
import { numbersOf } from '$lib/families/numbers';

/** A legal move with its code and the position after it, in the engine's numbers. */
export type Known = Move & Shown & { code: string; after: number[] };

export function known({ scene, made }: AloneBoard, position: Position, legal: Legal): Known {
  const shown = numbersOf(made.family).move(scene, position, legal.code, made.values);
  const [code, state] = [legal.code.join(), legal.after.join()];
  return { ...shown, cost: legal.cost, code, state, after: legal.after };
}

/** The position with what the engine says about it; what keys ask for there is not among it. */
export function told(
  board: AloneBoard,
  { asked: _, ...position }: Position,
  solved: boolean,
  moves: Known[],
): Position {
  const movable = new Set(moves.map(({ piece }) => piece));
  const pieces = position.pieces.map((piece) => ({
    ...piece,
    movable: movable.has(piece.id),
    home: isHome(board.scene, piece, solved),
  }));
  return { ...position, solved, moves: solved ? [] : moves, pieces };
}

/** Where the pieces stand after a move. What is legal there is not known yet. */
export function after({ scene, made }: AloneBoard, position: Position, move: Known): Position {
  return { ...moved(position, move), ...numbersOf(made.family).shown?.(move.after, made.values, scene) };
}

/** Whether a piece is drawn as one that has arrived. */
function isHome(scene: Scene, piece: Piece, solved: boolean): boolean {
  if (scene.gate?.piece === piece.id) return solved;
  const wanted = new Set(
    scene.goals.filter((goal) => (goal.piece ?? goal.token) === piece.token).map(({ cell }) => cell),
  );
  if (scene.target !== null) wanted.add(scene.target);
  return wanted.size > 0 && piece.cells.every((cell) => wanted.has(cell));
}
