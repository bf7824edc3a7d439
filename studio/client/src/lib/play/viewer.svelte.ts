/** Steps through a list of moves: a solution, or a replay of the player's own game. */

import { post } from '$lib/api/client';
import type { BoardRef, Position, Replay } from '$lib/api/types';
import type { Last } from '$lib/board/tracker.svelte';
import { announce } from '$lib/state/announcer.svelte';

/** The steps of these moves, from the start or from a state. */
export const replayOf = (board: BoardRef, moves: string[], state: string | null = null): Promise<Replay> =>
  post<Replay>('/replay', { board, state, moves });

export class Viewer {
  replay = $state.raw<Replay | null>(null);
  moves = $state.raw<string[]>([]);
  at = $state(0);
  private before = $state(0);

  show(replay: Replay, moves: string[]): void {
    this.replay = replay;
    this.moves = moves;
    this.at = 0;
    this.before = 0;
  }

  close(): void {
    this.replay = null;
    this.moves = [];
    this.at = 0;
    this.before = 0;
  }

  step(to: number): void {
    this.before = this.at;
    this.at = to;
    const words = this.replay?.steps[to - 1]?.move.words;
    if (words) announce(words);
  }

  readonly position = $derived.by((): Position | null => {
    if (!this.replay) return null;
    return this.at === 0 ? this.replay.start : this.replay.steps[this.at - 1]!.position;
  });

  /** The step between the previous position and this one, if it was a single step. */
  readonly last = $derived.by((): Last | null => {
    if (!this.replay) return null;
    if (this.at === this.before + 1) return { move: this.replay.steps[this.at - 1]!.move, back: false };
    if (this.at === this.before - 1) return { move: this.replay.steps[this.at]!.move, back: true };
    return null;
  });

  /** The cost of the steps so far, by the board's metric. */
  readonly length = $derived.by(() =>
    (this.replay?.steps.slice(0, this.at) ?? []).reduce((sum, step) => sum + step.move.cost, 0),
  );
}
