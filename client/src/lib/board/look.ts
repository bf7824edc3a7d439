/** What a family's drawing needs to know, and what each family gives. */

import type { Snippet } from 'svelte';
import type { Position, Scene } from '$lib/api/types';
import type { Marks, TokenLook } from './colours';
import type { Geometry } from './geometry';
import type { KeyedPiece } from './keys';

/** `small`: a thumbnail, without letters on plates. `phone`: marks that stay legible on a narrow screen. */
export interface Look {
  scene: Scene;
  geometry: Geometry;
  tokens: Map<string, TokenLook>;
  marks: Marks;
  small: boolean;
  phone: boolean;
}

export interface Renderer {
  /** What stands still: cells, lines, stones, goals. The tray under it is drawn for all alike but pebbles. */
  back: Snippet<[Look]>;
  /** What depends on the position but is no piece. */
  under: Snippet<[Look, Position]>;
  /** A piece around (0, 0), the middle of its first cell. */
  piece: Snippet<[Look, KeyedPiece]>;
  /** The ring of attention around a piece, and the outline of the place it left. */
  ring: Snippet<[Look, KeyedPiece]>;
  ghost: Snippet<[Look, KeyedPiece]>;
  /** The colour of signs on this board. */
  sign: string;
  /** Whether signs are discs (pebbles), arrows (grids) or dotted places to land. */
  stops: 'disc' | 'arrow' | 'landing';
}
