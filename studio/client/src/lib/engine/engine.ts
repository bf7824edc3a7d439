/** One puzzle of the engine, in a worker. Rules, distances and solutions all come from there. */

import type { Value } from './stream.ts';

/** A puzzle as `families::make` reads it. */
export interface Made {
  family: string;
  values: Record<string, Value>;
}

export type Numbers = number[];

export interface Legal {
  code: Numbers;
  cost: number;
  after: Numbers;
}

export interface Judged {
  /** `solved`, `unsolvable`, or the limit that was reached. */
  status: string;
  distance: number | null;
  line: Numbers[];
  /** The rules, in words, whose turns never end: those are no moves, and what is proved holds without them. */
  leftOut: string[];
}

/** Whether a search ended before its limits. */
export const isKnown = ({ status }: Judged): boolean => status === 'solved' || status === 'unsolvable';

/** The caller ended the work. */
export class Stopped extends Error {}

/** Starts a worker that takes calls; `fail` is called if it cannot answer any. */
export type Start = (fail: (error: Error) => void) => Worker;

/** Of a search, in seconds and megabytes. */
const LIMITS = [60, 1024];

interface Waiting {
  resolve(answer: Value[]): void;
  reject(error: Error): void;
}

export class Engine {
  private worker: Worker | null = null;
  /** Why the engine refuses the board. */
  private refusal: Error | null = null;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly start: Start,
    private readonly made: Made,
  ) {}

  async moves(position: Numbers): Promise<{ solved: boolean; moves: Legal[] }> {
    const [solved, moves] = (await this.ask('moves', position)) as [boolean, [Numbers, number, Numbers][]];
    return { solved, moves: moves.map(([code, cost, after]) => ({ code, cost, after })) };
  }

  /** What a move asks for beside where it leads, be it legal or not. */
  async asked(position: Numbers, code: Numbers): Promise<Numbers> {
    return (await this.ask('asked', position, code))[0] as Numbers;
  }

  /** The fewest moves to a goal from here, and the moves of one shortest solution. */
  async judge(position: Numbers, limits = LIMITS): Promise<Judged> {
    const answer = await this.ask('solve', position, limits);
    const [status, length, line] = answer as [string, number, Numbers[]];
    return { status, distance: length < 0 ? null : length, line, leftOut: answer[6] as string[] };
  }

  /** Ends the work at once. The next question starts again. */
  stop(): void {
    this.end(new Stopped());
  }

  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  /** Prepares the engine, so that the first question does not have to wait. */
  begin(): Worker {
    if (this.worker) return this.worker;
    this.worker = this.started();
    const pairs = Object.entries(this.made.values).flat();
    void this.sent(this.worker, ['make', this.made.family, pairs]).catch((error: Error) => {
      if (!(error instanceof Stopped)) this.refusal = error;
    });
    return this.worker;
  }

  private async ask(...call: Value[]): Promise<Value[]> {
    try {
      return await this.sent(this.begin(), call);
    } catch (error) {
      throw error instanceof Stopped ? error : (this.refusal ?? error);
    }
  }

  private sent(worker: Worker, call: Value[]): Promise<Value[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.postMessage(call);
    });
  }

  private started(): Worker {
    const worker: Worker = this.start((error) => this.worker === worker && this.end(error));
    worker.addEventListener('error', ({ message }) => {
      if (this.worker === worker) this.end(new Error(message));
    });
    worker.addEventListener('message', ({ data }: MessageEvent<{ answer?: Value[]; error?: string }>) => {
      const { resolve, reject } = this.waiting.shift()!;
      if (data.answer) resolve(data.answer);
      else reject(new Error(data.error));
    });
    return worker;
  }
}
