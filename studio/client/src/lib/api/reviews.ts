/** What the moves of a finished game were worth, in the server's form. */

import { ask, get } from './client';
import { finished, JobFailed } from './jobs';
import type { Job, Review, Waiting } from './types';

/** The most moves of a game that are reviewed; of a longer game, the last ones. */
export const MOST_MOVES = 400;

/** The server's review of a finished game; if a job makes it, each state of the job is passed to `waiting`. */
export async function askReview(game: string, waiting: (job: Job) => void): Promise<Review> {
  const answer = await ask<Review | Waiting>('GET', `/games/${game}/review`);
  if (answer.status !== 202) return answer.body as Review;
  const last = await finished((answer.body as Waiting).job, waiting);
  if (last.state !== 'done') throw new JobFailed(last);
  // The job keeps its result; a list of jobs is typed without it.
  return (await get<Job<Review>>(`/jobs/${last.id}`)).result!;
}
