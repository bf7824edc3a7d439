/** Follows a job through server-sent events, or by polling every second where they do not arrive. */

import { ask, get, mayPass, remove, type Answer } from './client';
import type { Job, Waiting } from './types';

export const isOver = (job: Job): boolean => !['queued', 'running'].includes(job.state);

const POLL_MS = 1000;

/** Calls `seen` with each state of the job until it is over. The function it returns stops that. */
export function watch<R>(
  id: string,
  seen: (job: Job<R>) => void,
  lost: (error: unknown) => void,
): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const events = new EventSource(`/api/v1/jobs/${id}/events`);

  const stop = () => {
    stopped = true;
    events.close();
    clearTimeout(timer);
  };
  const take = (job: Job<R>) => {
    if (stopped) return;
    if (isOver(job)) stop();
    seen(job);
  };
  const poll = async () => {
    if (stopped) return;
    try {
      take(await get<Job<R>>(`/jobs/${id}`));
    } catch (error) {
      if (stopped) return;
      if (!mayPass(error)) {
        stop();
        lost(error);
      }
    }
    if (!stopped) timer = setTimeout(poll, POLL_MS);
  };

  events.addEventListener('job', (event) => take(JSON.parse((event as MessageEvent<string>).data)));
  events.onerror = () => {
    // The browser reconnects by itself; polling is needed only after it has given up.
    if (events.readyState === EventSource.CLOSED && !stopped && timer === undefined) void poll();
  };
  return stop;
}

export const cancel = (id: string) => remove<Job>(`/jobs/${id}`);

const isWaiting = <T>(answer: Answer<T | Waiting>): answer is Answer<Waiting> => answer.status === 202;

/** Sends a request. If the answer is a job, passes it to `waiting` and asks again once the job is over. */
export async function patiently<T>(
  path: string,
  body: unknown,
  waiting: (job: Job) => void = () => {},
): Promise<T> {
  for (;;) {
    const answer = await ask<T | Waiting>('POST', path, body);
    if (!isWaiting(answer)) return answer.body as T;
    const { job, retry_after_ms } = answer.body;
    if (isOver(job)) await new Promise((resolve) => setTimeout(resolve, retry_after_ms));
    const last = await finished(job, waiting);
    if (last.state !== 'done') throw new JobFailed(last);
  }
}

/** The job once it is over; each state on the way is passed to `waiting`. */
export function finished<R>(job: Job<R>, waiting: (job: Job<R>) => void = () => {}): Promise<Job<R>> {
  waiting(job);
  if (isOver(job)) return Promise.resolve(job);
  return new Promise((resolve, reject) =>
    watch<R>(
      job.id,
      (next) => {
        waiting(next);
        if (isOver(next)) resolve(next);
      },
      reject,
    ),
  );
}

/** A job that ended without an answer; `job.message` says why. */
export class JobFailed extends Error {
  constructor(readonly job: Job) {
    super(job.message ?? '');
  }
}
