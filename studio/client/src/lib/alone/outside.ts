/** What a board reports to the page around it. */

import type { Tell } from './events';
import type { Game } from './game.svelte';

export interface Outside {
  /** The moves after which the game begins. */
  going?: readonly string[];
  tell: Tell;
  /** Another game has been opened. */
  shown(game: Game): void;
  /** The player has help: a hint, a distance or a solution is shown, or about to be. */
  helped?(): void;
}
