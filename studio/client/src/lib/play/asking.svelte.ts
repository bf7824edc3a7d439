/** Questions that the server may have to think about: it answers with a job, and is asked again after it. */

import { ask } from '$lib/api/client';
import { isOver, watch } from '$lib/api/jobs';
import type { Job, Waiting } from '$lib/api/types';

export class Asking {
  /** The job whose end is waited for. */
  job = $state.raw<Job | null>(null);
  private stops = 0;
  private stopWatching: (() => void) | null = null;

  /** Asks, waits for the job if there is one, and asks again. Null if it was stopped. */
  async patient<T>(path: string, body: object): Promise<T | null> {
    const { stops } = this;
    try {
      for (;;) {
        const answer = await ask<T | Waiting>('POST', path, body);
        if (answer.status !== 202) return answer.body as T;
        if (stops !== this.stops) return null;
        const last = await this.finished((answer.body as Waiting).job);
        if (!last) return null;
        if (last.state !== 'done') throw new Error(last.message ?? '');
      }
    } finally {
      if (stops === this.stops) this.job = null;
    }
  }

  stop(): void {
    this.stops++;
    this.stopWatching?.();
    this.job = null;
  }

  private finished(job: Job): Promise<Job | null> {
    this.job = job;
    return new Promise((resolve, reject) => {
      const stop = watch(
        job.id,
        (next) => {
          this.job = next;
          if (isOver(next)) resolve(next);
        },
        reject,
      );
      this.stopWatching = () => {
        stop();
        this.stopWatching = null;
        resolve(null);
      };
    });
  }
}
