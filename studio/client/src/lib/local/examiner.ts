/** What the moves of a game on a board of the site were worth, found in the page. */

import { MOST_MOVES } from '$lib/api/reviews';
import type { Replay, Review } from '$lib/api/types';
import { isKnown, Stopped, type Engine, type Judged, type Numbers } from '$lib/engine/engine';
import type { AloneBoard } from './data';
import { Follower, type Moment } from './follower';
import { reviewed, type Measured } from './reviewed';
import { boardInPage, engineFor, type Patience } from './thinker';

/** While the server could answer instead. */
export const QUICK: Patience = { whole: 2000, search: [1, 256] };

/** A search reached its limit. */
class Unknown extends Error {}

export class Examiner {
  private readonly follower: Follower;
  /** What searches found, by position. */
  private readonly judged = new Map<string, Judged>();

  constructor(
    board: AloneBoard,
    private readonly engine: Engine,
  ) {
    this.follower = new Follower(board, engine);
  }

  /** Gets the engine ready. Rejects if there is none for this board. */
  static async open(id: string): Promise<Examiner> {
    const board = await boardInPage(id);
    return new Examiner(board, await engineFor(board));
  }

  /** The review of a game; null if it takes too long. What was found is kept for the next try. */
  async review(names: readonly string[], patience: Patience): Promise<Review | null> {
    const timer = setTimeout(() => this.engine.stop(), patience.whole);
    try {
      return await this.examined(names, patience.search);
    } catch (error) {
      if (error instanceof Unknown || error instanceof Stopped) return null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  replay(names: readonly string[]): Promise<Replay> {
    return this.follower.replay(names);
  }

  end(): void {
    this.engine.stop();
  }

  private async examined(names: readonly string[], limits: number[]): Promise<Review> {
    const line = await this.follower.along(names);
    const made = line.made.slice(-MOST_MOVES);
    const moments = line.moments.slice(-made.length - 1);
    // The start first: where the searches take too long, the first one does.
    for (const { numbers } of moments) await this.judge(numbers, limits);
    const measured: Measured[] = [];
    for (const moment of moments) measured.push(await this.measure(moment, limits));
    const { solved } = await this.engine.moves(moments.at(-1)!.numbers);
    return reviewed(made, measured, solved);
  }

  private async judge(numbers: Numbers, limits: number[]): Promise<Judged> {
    const key = numbers.join();
    const judged = this.judged.get(key) ?? (await this.engine.judge(numbers, limits));
    if (!isKnown(judged)) throw new Unknown();
    this.judged.set(key, judged);
    return judged;
  }

  private async measure(moment: Moment, limits: number[]): Promise<Measured> {
    const { distance, line } = await this.judge(moment.numbers, limits);
    const legal = await this.follower.sorted(moment);
    const first = line[0]?.join();
    const moves: Measured['moves'] = [];
    for (const { move, cost, code, after } of legal) {
      const isFirst = code === first;
      // Nothing leads to a goal if the position does not, and a solution tells how far it is after its first move.
      const known = distance === null ? null : isFirst ? distance - cost : undefined;
      moves.push({
        move,
        cost,
        after: known === undefined ? (await this.judge(after, limits)).distance : known,
      });
    }
    const { made } = await this.follower.coded(line, moment);
    return { distance, moves, line: made.map(({ move }) => move) };
  }
}
