/** The properties of a board, and the events it reports. */

import type { Hint, Move, Piece, Position, Scene } from '$lib/api/types';
import type { Last } from './tracker.svelte';
import type { Marks } from '$lib/state/settings.svelte';
import type { InteractionEvents } from './interaction.svelte';
import type { Tried } from './refusals';
import type { Stop } from './stops';

export interface BoardProps {
  scene: Scene;
  position: Position;
  /** What the picture shows, for readers who cannot see it. */
  label: string;
  marks?: Marks;
  interactive?: boolean;
  small?: boolean;
  shadow?: boolean;
  hint?: Hint | null;
  /** The move that led here, and whether it was undone. */
  last?: Last | null;
  pieceLabel?(piece: Piece, movable: boolean): string;
  stopLabel?(stop: Stop): string;
  onmove?(move: Move): void;
  /** Something that was tried is not legal. */
  onrefuse?(tried: Tried): void;
  onlog?: InteractionEvents['log'];
}
