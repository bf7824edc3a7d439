/** What the page around a board gets from it. */

import type { Tell } from './events';
import type { Game } from './game.svelte';

export interface Outside {
  /** The moves with which the first game goes on. */
  begun?: readonly string[];
  tell: Tell;
  /** Another game is on the table. */
  shown(game: Game): void;
}
