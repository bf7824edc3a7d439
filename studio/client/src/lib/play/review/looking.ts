/** Looking back on a finished game: the engine in the page does it if it is quick, else the server. */

import { post, Problem } from '$lib/api/client';
import { askReview } from '$lib/api/reviews';
import type { Game, Job, Replay, Review, Summary } from '$lib/api/types';
import { outbox } from '$lib/state/outbox';
import { isDown } from '../away';

/** What one needs to know of a game to look back on it. */
export interface Looked extends Pick<Game, 'id' | 'moves' | 'elapsed_ms' | 'in_study'> {
  board: Pick<Summary, 'id' | 'title' | 'puzzle' | 'status'>;
}

/** Keeps a game while the server does not have it. */
export interface Keeper {
  /** The player looked back on the game. */
  review(): void;
}

type Examiner = import('$lib/local/examiner').Examiner;

export class Looking {
  private examiner: Examiner | null = null;
  private isInPage = false;
  private isOver = false;

  constructor(
    private readonly game: () => Looked,
    private readonly away: () => Keeper | null,
  ) {}

  /** What the moves were worth; if the server makes a job of it, its states are passed to `waiting`. */
  async review(waiting: (job: Job) => void): Promise<Review> {
    const [{ Examiner, QUICK }, { LONG }] = await Promise.all([
      import('$lib/local/examiner'),
      import('$lib/local/thinker'),
    ]);
    const { board, id, moves } = this.game();
    const mayOpen = board.id && board.status === 'published' && !this.game().in_study;
    if (mayOpen) this.examiner ??= await Examiner.open(board.id).catch(() => null);
    if (this.isOver) this.end();
    const quick = await this.examiner?.review(moves, QUICK);
    if (quick) return this.told(quick);
    let reason: unknown = new Problem({ code: 'offline', status: 0, title: '', detail: '' });
    try {
      if (!this.away()) return await askReview(id, waiting);
    } catch (error) {
      if (!isDown(error)) throw error;
      reason = error;
    }
    const slow = await this.examiner?.review(moves, LONG);
    if (!slow) throw reason;
    return this.told(slow);
  }

  /** A review of the page counts as help on the board, like one of the server. */
  private told(review: Review): Review {
    const away = this.away();
    const { id, elapsed_ms } = this.game();
    if (away) away.review();
    else outbox().review(id, elapsed_ms);
    this.isInPage = true;
    return review;
  }

  /** The positions along the moves of a line from the start. */
  replay(moves: readonly string[]): Promise<Replay> {
    const { board } = this.game();
    if (this.isInPage) return this.examiner!.replay(moves);
    return post<Replay>('/replay', { board: board.id || board.puzzle, state: null, moves });
  }

  end(): void {
    this.isOver = true;
    this.examiner?.end();
  }
}
