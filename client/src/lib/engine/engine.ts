/** One puzzle of the engine, in a worker. Rules, distances and solutions all come from there. */

import type { Value } from './stream.ts';
import EngineWorker from './worker?worker&inline';

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
}

/** The caller ended the work. */
export class Stopped extends Error {}

const LIMITS = [60, 1024];

interface Waiting {
  resolve(answer: Value[]): void;
  reject(error: Error): void;
}

export class Engine {
  private worker: Worker | null = null;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly compiled: Promise<WebAssembly.Module>,
    private readonly made: Made,
  ) {}

  async moves(position: Numbers): Promise<{ solved: boolean; moves: Legal[] }> {
    const [solved, moves] = (await this.ask('moves', position)) as [boolean, [Numbers, number, Numbers][]];
    return { solved, moves: moves.map(([code, cost, after]) => ({ code, cost, after })) };
  }

  /** The fewest moves to a goal from here, and the moves of one shortest way. */
  async judge(position: Numbers): Promise<Judged> {
    const answer = await this.ask('solve', position, LIMITS);
    const [status, length, line] = answer as [string, number, Numbers[]];
    return { status, distance: length < 0 ? null : length, line };
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

  /** Gets ready, so that the first question does not wait. */
  begin(): Worker {
    if (this.worker) return this.worker;
    this.worker = this.started();
    const pairs = Object.entries(this.made.values).flat();
    void this.sent(this.worker, ['make', this.made.family, pairs]).catch(() => undefined);
    return this.worker;
  }

  private ask(...call: Value[]): Promise<Value[]> {
    return this.sent(this.begin(), call);
  }

  private sent(worker: Worker, call: Value[]): Promise<Value[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.postMessage(call);
    });
  }

  private started(): Worker {
    const worker = new EngineWorker();
    this.compiled.then(
      (compiled) => worker.postMessage(compiled),
      (error: Error) => this.end(error),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<{ answer?: Value[]; error?: string }>) => {
      const { resolve, reject } = this.waiting.shift()!;
      if (data.answer) resolve(data.answer);
      else reject(new Error(data.error));
    });
    return worker;
  }
}
