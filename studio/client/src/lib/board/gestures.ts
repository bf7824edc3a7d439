/**
 * How a player makes each legal move:
 *
 *     carried   a piece goes from one place to another: it is picked up and put down (see stops.ts)
 *     pressed   the move acts in place, `from` is `to`: the cell is pressed
 *     named     it has no place, or its cell could mean another move as well: it has a button with its words
 *
 * Every legal move is in exactly one of the three, so whatever the server lists can be played. Only passes are
 * in none: the pages have a button of their own for them.
 */

import type { Move, Position } from '$lib/api/types';

export interface Gestures {
  carried: Move[];
  /** By the cell to press. */
  pressed: Map<number, Move>;
  named: Move[];
}

export const actsInPlace = (move: Move): boolean =>
  move.from !== null && move.from === move.to && move.path.length < 2;

export function gesturesOf(position: Position): Gestures {
  const ids = new Set(position.pieces.map(({ id }) => id));
  const moves = position.moves.filter((move) => !move.pass);
  const isCarried = ({ piece, path, from }: Move) =>
    piece !== null && from !== null && path.length > 1 && ids.has(piece);
  const carried = moves.filter(isCarried);
  const others = moves.filter((move) => !isCarried(move));
  // A press on the cell of a piece that can be carried picks it up.
  const movers = new Set(carried.map(({ piece }) => piece));
  const taken = new Set(position.pieces.flatMap(({ id, cells }) => (movers.has(id) ? cells : [])));
  const alone = (move: Move) => others.every((other) => other === move || other.from !== move.from);
  const isPressed = (move: Move) => actsInPlace(move) && !taken.has(move.from!) && alone(move);
  return {
    carried,
    pressed: new Map(others.filter(isPressed).map((move) => [move.from!, move])),
    named: others.filter((move) => !isPressed(move)),
  };
}

/**
 * What is shown to be pressed. While the server checks a move nothing is legal; what was shown stays meanwhile,
 * so that nothing jumps and the keyboard keeps its place.
 */
export class ShownGestures {
  private last: Gestures = { carried: [], pressed: new Map(), named: [] };

  of(position: Position): Gestures {
    if (position.moves.length || position.refused?.length !== 0 || position.solved)
      this.last = gesturesOf(position);
    return this.last;
  }
}
