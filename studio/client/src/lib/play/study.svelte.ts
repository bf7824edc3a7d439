/** A level of an experiment: the server decides which one it is, and what its player may use. */

import { post } from '$lib/api/client';
import { withBoard } from '$lib/api/games';
import type { Ending, GivenUp, SentGame } from '$lib/api/types';
import { Play } from './game.svelte';

export class StudyPlay extends Play {
  constructor(
    private readonly participant: string,
    private readonly at: number,
  ) {
    super();
  }

  override get costsRank(): boolean {
    return false;
  }

  /** Begins the level, or continues it. */
  async begin(): Promise<void> {
    this.error = null;
    try {
      const path = `/participants/${this.participant}/level`;
      this.take(withBoard(await post<SentGame>(path, { turn: this.at })));
    } catch (error) {
      this.error = error;
    }
  }

  /** Gives the level up; returns its solution if the experiment shows one. */
  async giveUp(): Promise<Ending | null> {
    this.forgetHint();
    this.error = null;
    try {
      const path = `/participants/${this.participant}/give-up`;
      const { game, solution } = await post<GivenUp>(path, { turn: this.at });
      this.take(withBoard(game));
      return solution;
    } catch (error) {
      this.error = error;
      return null;
    }
  }
}
