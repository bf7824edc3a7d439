/** Looking back on a game: what the server knows about its moves, and about others on the same board. */

import { ask, get } from '$lib/api/client';
import { finished, JobFailed } from '$lib/api/jobs';
import type { Job, Waiting } from '$lib/api/types';

export type Kind = 'best' | 'loss' | 'dead end' | 'hopeless' | 'unknown';

export interface ReviewedMove {
  number: number;
  move: string;
  kind: Kind;
  before: number | null;
  after: number | null;
  loss: number | null;
  best: string[];
  only_best: boolean;
  choices: number;
  /** After a loss: a shortest solution from before it. */
  way?: string[] | null;
}

export interface Review {
  status: 'solved' | 'unsolvable' | 'limit';
  limit: string | null;
  length: number;
  fewest: number | null;
  left: number | null;
  lost: number | null;
  solved: boolean;
  moves: ReviewedMove[];
  turning_points: { number: number; distance: number; lost: number | null; back: number | null }[];
  nearest: { kept: number; moves: string[] } | null;
}

export interface Shortest {
  length: number | null;
  count: string | null;
  solutions: string[][];
}

export interface Others {
  players: number;
  moves: { from: number; to: number; players: number }[];
  times: { from_ms: number; to_ms: number | null; players: number }[];
  mine: { length: number; time_ms: number } | null;
}

/** The review of a finished game; if a job makes it, each state of the job is passed to `waiting`. */
export async function reviewOf(game: string, waiting: (job: Job) => void): Promise<Review> {
  const answer = await ask<Review | Waiting>('GET', `/games/${game}/review`);
  if (answer.status !== 202) return answer.body as Review;
  const last = await finished((answer.body as Waiting).job, waiting);
  if (last.state !== 'done') throw new JobFailed(last);
  // The job keeps its result; a list of jobs is typed without it.
  return (await get<Job<Review>>(`/jobs/${last.id}`)).result!;
}

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
