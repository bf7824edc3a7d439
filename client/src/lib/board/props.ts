/** What a board is told, and what it tells. */

import type { Hint, Move, Piece, Position, Scene } from '$lib/api/types';
import type { Last } from './cast.svelte';
import type { Marks } from './colours';
import type { HandEvents, Refused } from './hand.svelte';
import type { Stop } from './stops';

export interface BoardProps {
  scene: Scene;
  position: Position;
  /** What the picture shows, for those who do not see it. */
  label: string;
  marks?: Marks;
  interactive?: boolean;
  small?: boolean;
  shadow?: boolean;
  hint?: Hint | null;
  /** The move that led here, and whether it is taken back. */
  last?: Last | null;
  pieceLabel?(piece: Piece, movable: boolean): string;
  stopLabel?(stop: Stop): string;
  onmove?(move: Move): void;
  onrefuse?(refused: Refused): void;
  onlog?: HandEvents['log'];
}
