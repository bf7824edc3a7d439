/** How far a board of the site is from its goal, and the best next move, found in the page if that is quick. */

import { get } from '$lib/api/client';
import type { PlayableBoard } from '$lib/api/types';
import type { AloneBoard } from './data';
import { afar } from '$lib/engine/afar';
import { Engine, isKnown, type Judged } from '$lib/engine/engine';
import { Follower } from './follower';
import type { Known } from './step';

/** A board that a page can play by itself. */
export type BoardInPage = PlayableBoard;

export const boardInPage = (id: string): Promise<BoardInPage> => get(`/boards/${id}/page`);

/** The engine for a board. Rejects if there is none. */
export async function engineFor(board: BoardInPage): Promise<Engine> {
  const engine = new Engine(afar(board.worker, board.engine), board.made);
  await engine.moves(board.numbers);
  return engine;
}

export interface Told {
  judged: Judged;
  /** The first move of the shortest solution that was found, if there is one. */
  best: Known | undefined;
}

/** How long an answer may take, in milliseconds, and each of its searches, in seconds and megabytes. */
export interface Patience {
  whole: number;
  search: number[];
}

/** What takes longer is left to the server. */
const SHORT: Patience = { whole: 400, search: [1, 256] };
/** While the server cannot be reached. */
export const LONG: Patience = { whole: 120_000, search: [30, 512] };
/** After this many slow searches in a row, the page leaves this board to the server. */
const MOST_FAILURES = 2;

export class Thinker {
  private readonly follower: Follower;
  private last: { moves: string; told: Told } | null = null;
  private failures = 0;

  private constructor(
    board: AloneBoard,
    private readonly engine: Engine,
  ) {
    this.follower = new Follower(board, engine);
  }

  /** Gets the engine ready. Rejects if there is none for this board. */
  static async open(id: string): Promise<Thinker> {
    const board = await boardInPage(id);
    return new Thinker(board, await engineFor(board));
  }

  /** What is best after these moves; null if the page does not find it in that time, by default at once. */
  async ask(moves: readonly string[], patience = SHORT): Promise<Told | null> {
    const line = moves.join(' ');
    if (this.last?.moves === line) return this.last.told;
    if (this.failures >= MOST_FAILURES && patience === SHORT) return null;
    const timer = setTimeout(() => this.engine.stop(), patience.whole);
    try {
      const told = await this.found(moves, patience);
      const isFound = isKnown(told.judged);
      this.failures = isFound ? 0 : this.failures + 1;
      if (isFound) this.last = { moves: line, told };
      return isFound ? told : null;
    } catch {
      this.failures += 1;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.engine.stop();
  }

  private async found(moves: readonly string[], { search }: Patience): Promise<Told> {
    const now = (await this.follower.along(moves)).moments.at(-1)!;
    const judged = await this.engine.judge(now.numbers, search);
    const first = judged.line[0]?.join();
    const best = (await this.follower.legal(now)).find(({ code }) => code === first);
    return { judged, best };
  }
}
