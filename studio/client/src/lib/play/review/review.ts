/** Looking back on a game: what the server knows about its moves, and about others on the same board. */

import type { Review, ReviewedMove } from '$lib/api/schema';

export const lostAt = (move: ReviewedMove | undefined): boolean =>
  move?.kind === 'loss' || move?.kind === 'dead end';

const MOST_DEGREE = 3;

/** How much a move lost, as a knot shows it: 0 nothing, 1, 2, 3 or more, 4 the goal itself. */
export const degreeOf = (move: ReviewedMove): number =>
  move.kind === 'dead end' ? MOST_DEGREE + 1 : Math.min(MOST_DEGREE, move.loss ?? 0);

/** The distance at the start and after each move; null where it is unknown or no goal can be reached. */
export const distances = (review: Review): (number | null)[] => [
  review.fewest,
  ...review.moves.map((move) => move.after),
];

/** The step to open first: the worst move, or the start if none lost anything. */
export function worst(review: Review): number {
  const losses = review.moves.filter(lostAt);
  const weight = (move: ReviewedMove): number => move.loss ?? Infinity;
  return (
    losses.reduce((found, move) => (weight(move) > weight(found) ? move : found), losses[0]!)?.number ?? 0
  );
}
