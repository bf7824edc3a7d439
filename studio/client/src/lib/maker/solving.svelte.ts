/** A search as the maker shows it: the job, its history for the chart, the pins and waypoints it was given. */

import { post } from '$lib/api/client';
import { cancel, isOver, watch } from '$lib/api/jobs';
import type { BoardKeys, FoundSolution, Job, SolveResult } from '$lib/api/types';
import { announce } from '$lib/state/announcer.svelte';
import { t } from '$lib/i18n/index.svelte';

export interface Report {
  seconds: number;
  best: number | null;
  bound: number | null;
}

/** How best and bound approached each other: the progress reports, and every solution with its time. */
export function history(told: readonly Report[], solutions: readonly FoundSolution[]): Report[] {
  const found = solutions.map(({ seconds, length }): Report => ({ seconds, best: length, bound: null }));
  const all = [...told, ...found].sort((a, b) => a.seconds - b.seconds);
  let [best, bound]: (number | null)[] = [null, null];
  return all.map((report) => {
    if (report.best !== null) best = Math.min(best ?? Infinity, report.best);
    if (report.bound !== null) bound = Math.max(bound ?? 0, report.bound);
    return { seconds: report.seconds, best: best ?? null, bound: bound ?? null };
  });
}

/** Whether there is anything to see in a chart: a search that ended at once has no history. */
export const hasHistory = (reports: readonly Report[]): boolean =>
  new Set(reports.map(({ best, bound }) => `${best} ${bound}`)).size > 2;

export interface Waypoint {
  state: string;
  step: number;
}

export class Solving {
  job = $state.raw<Job<SolveResult> | null>(null);
  private told = $state.raw<Report[]>([]);
  readonly reports = $derived(history(this.told, this.job?.solutions ?? []));
  error = $state.raw<unknown>(null);
  asking = $state(false);
  after = $state.raw<string[]>([]);
  via = $state.raw<Waypoint[]>([]);

  private stop: (() => void) | null = null;
  /** Changes when earlier results no longer apply. */
  private turn = 0;

  get isRunning(): boolean {
    return this.asking || (this.job !== null && !isOver(this.job));
  }

  get solutions(): FoundSolution[] {
    const found = [...(this.job?.solutions ?? [])];
    const result = this.job?.result;
    if (result?.moves && !found.some(({ length }) => length === result.length)) {
      found.push({
        number: found.length + 1,
        length: result.length!,
        moves: result.moves,
        seconds: this.job?.progress?.seconds ?? 0,
      });
    }
    return found.sort((a, b) => a.length - b.length);
  }

  async start(board: BoardKeys, seconds: number): Promise<void> {
    this.forget();
    const { turn } = this;
    this.asking = true;
    try {
      const via = this.via.map(({ state }) => state);
      const job = await post<Job<SolveResult>>('/solve', { board, seconds, after: this.after, via });
      if (turn !== this.turn) {
        if (!isOver(job)) void cancel(job.id).catch(() => undefined);
        return;
      }
      this.take(job);
      if (isOver(job)) return;
      this.stop = watch<SolveResult>(
        job.id,
        (next) => this.take(next),
        (error) => (this.error = error),
      );
    } catch (error) {
      if (turn === this.turn) this.error = error;
    } finally {
      if (turn === this.turn) this.asking = false;
    }
  }

  private take(job: Job<SolveResult>): void {
    const better = this.job && job.solutions.length > this.job.solutions.length;
    this.job = job;
    const { progress, result } = job;
    const best = result?.length ?? progress?.best ?? null;
    const bound = result?.lower_bound ?? progress?.bound ?? null;
    const last = this.told.at(-1);
    const seconds = progress?.seconds ?? last?.seconds ?? 0;
    this.told = [...this.told, { seconds, best, bound }];
    if (isOver(job)) announce(result?.optimal ? t('proven') : t('search_over'));
    else if (better && best !== null) announce(t('new_best', { n: best }));
  }

  async halt(): Promise<void> {
    if (this.asking) return this.forget();
    if (this.job && !isOver(this.job)) await cancel(this.job.id).catch((error) => (this.error = error));
  }

  /** The board has changed, so earlier results no longer apply. */
  forget(): void {
    this.turn++;
    this.asking = false;
    this.stop?.();
    this.stop = null;
    if (this.job && !isOver(this.job)) void cancel(this.job.id).catch(() => undefined);
    this.job = null;
    this.told = [];
    this.error = null;
  }

  forgetPins(): void {
    this.after = [];
    this.via = [];
  }
}
