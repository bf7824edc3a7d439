/** What the page around a board gets from it. */

import type { Tell } from './events';
import type { Game } from './game.svelte';

export interface Outside {
  tell: Tell;
  /** Another game is on the table. */
  shown(game: Game): void;
  /** The player has help: a hint, a distance or a solution is shown, or about to be. */
  helped?(): void;
}
