/** The games of a board without the server: each is kept from its first move or hint on, until the server has it. */

import type { LeftGame, LeftGames } from '$lib/state/left';
import type { PlayedGames } from '$lib/state/played';
import type { Tell } from './events';
import type { Game } from './game.svelte';
import type { Outside } from './outside';

interface Where {
  played: PlayedGames | null;
  left: LeftGames | null;
}

export class Keeping implements Outside {
  /** The moves with which the game goes on. */
  readonly begun: readonly string[];

  private sent: string = crypto.randomUUID();
  private helped = false;
  private spent = 0;
  private left: LeftGame | null = null;
  private since: number | null = null;
  private isOver = false;
  private game!: Game;

  /** `aided`: whether the page shows distances; `onsolved` hears after each step whether the game is at its end. */
  constructor(
    private readonly board: string,
    private readonly player: string | null,
    private readonly where: Where,
    private readonly aided: () => boolean,
    private readonly onsolved: (solved: boolean) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    const going = where.played?.going(board, player);
    if (going) {
      ({ sent: this.sent, helped: this.helped, spent_ms: this.spent } = going);
      this.left = going.left ?? null;
    } else this.left = where.left?.of(board, player) ?? null;
    this.begun = going?.moves ?? this.left?.moves ?? [];
  }

  shown(game: Game): void {
    this.game = game;
  }

  tell: Tell = (name) => {
    if (name === 'ready' || name === 'error') return;
    if (this.isOver) this.again();
    this.since ??= this.now();
    this.helped ||= this.game.helped || this.aided();
    this.isOver = this.game.position.solved;
    this.onsolved(this.isOver);
    this.where.played?.put({
      sent: this.sent,
      board: this.board,
      player: this.player,
      moves: this.game.played,
      helped: this.helped,
      spent_ms: this.spent + Math.round(this.now() - this.since),
      solved: this.isOver,
      left: this.left,
    });
    if (this.left) this.where.left?.forget(this.board);
  };

  /** After the end, whatever is played is another game. */
  private again(): void {
    this.sent = crypto.randomUUID();
    [this.left, this.since, this.spent] = [null, null, 0];
  }
}
