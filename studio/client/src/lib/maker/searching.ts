/** The fewest moves of a board that is being drawn, found by the engine in the page. */

import { afar } from '$lib/engine/afar';
import type { ForEngine } from '$lib/api/types';
import { Engine, isKnown } from '$lib/engine/engine';

/** In seconds and megabytes. */
const LIMITS = [30, 512];

export class Searching {
  private engine: Engine | null = null;

  /** Null if the board cannot be solved. Rejects if a limit ends the search, or if it is stopped. */
  async fewest({ worker, engine, made, numbers }: ForEngine): Promise<number | null> {
    this.stop();
    const begun = new Engine(afar(worker, engine), made);
    this.engine = begun;
    try {
      const judged = await begun.judge(numbers, LIMITS);
      if (!isKnown(judged)) throw new Error(judged.status);
      return judged.distance;
    } finally {
      begun.stop(); // which frees its memory
    }
  }

  stop(): void {
    this.engine?.stop();
    this.engine = null;
  }
}
