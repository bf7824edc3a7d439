/** How far a board of the site is from its goal, and the best next move, found in the page if that is quick. */

import { get } from '$lib/api/client';
import type { Position } from '$lib/api/types';
import { afar } from '$lib/engine/afar';
import { Engine, type Judged, type Numbers } from '$lib/engine/engine';
import type { AloneBoard } from './data';
import { after, known, type Known } from './step';

/** What the server sends about a board that a page can play by itself. */
export interface BoardInPage extends AloneBoard {
  id: string;
  /** The addresses of the engine and of its worker. */
  worker: string;
  engine: string;
}

export const boardInPage = (id: string): Promise<BoardInPage> => get(`/boards/${id}/page`);

export interface Told {
  judged: Judged;
  /** The first move of the shortest solution that was found, if there is one. */
  best: Known | undefined;
}

/** Where the moves of a game lead. */
interface Moment {
  position: Position;
  numbers: Numbers;
}

/** A search that takes longer than this is left to the server. */
const PATIENCE_MS = 400;
const LIMITS = [1, 256];
/** After this many slow searches in a row, the page leaves this board to the server. */
const MOST_FAILURES = 2;

export class Thinker {
  private readonly names: string[] = [];
  /** Before and after each of these moves. */
  private readonly moments: Moment[];
  private last: { moves: string; told: Told } | null = null;
  private failures = 0;

  private constructor(
    private readonly board: AloneBoard,
    private readonly engine: Engine,
  ) {
    this.moments = [{ position: board.position, numbers: board.numbers }];
  }

  /** Gets the engine ready. Rejects if there is none for this board. */
  static async open(id: string): Promise<Thinker> {
    const board = await boardInPage(id);
    const engine = new Engine(afar(board.worker, board.engine), board.made);
    await engine.moves(board.numbers);
    return new Thinker(board, engine);
  }

  /** What is best after these moves; null if the page does not find it at once. */
  async ask(moves: readonly string[]): Promise<Told | null> {
    const line = moves.join(' ');
    if (this.last?.moves === line) return this.last.told;
    if (this.failures >= MOST_FAILURES) return null;
    const timer = setTimeout(() => this.engine.stop(), PATIENCE_MS);
    try {
      const told = await this.found(moves);
      const isFound = told.judged.distance !== null || told.judged.status === 'unsolvable';
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

  private async found(moves: readonly string[]): Promise<Told> {
    const { position, numbers } = await this.at(moves);
    const judged = await this.engine.judge(numbers, LIMITS);
    const first = judged.line[0]?.join();
    const best = (await this.legal(position, numbers)).find(({ code }) => code === first);
    return { judged, best };
  }

  /** The position after these moves, continued from the last known position of the line. */
  private async at(moves: readonly string[]): Promise<Moment> {
    let count = 0;
    while (count < this.names.length && this.names[count] === moves[count]) count++;
    this.names.length = count;
    this.moments.length = count + 1;
    for (const name of moves.slice(count)) {
      const { position, numbers } = this.moments.at(-1)!;
      const move = (await this.legal(position, numbers)).find((one) => one.move === name);
      if (!move) throw new Error(`${name} is not legal here`);
      this.moments.push({ position: after(this.board, position, move), numbers: move.after });
      this.names.push(name);
    }
    return this.moments.at(-1)!;
  }

  private async legal(position: Position, numbers: Numbers): Promise<Known[]> {
    const { moves } = await this.engine.moves(numbers);
    return moves.map((move) => known(this.board, position, move));
  }
}
