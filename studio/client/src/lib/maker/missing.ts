/** What a board that is being drawn still lacks before the server can judge it. */

import type { BoardKeys } from '$lib/api/types';
import type { Maker, Picture, Side } from '$lib/kit/family';

/** The boards that are drawn: the goal of some is a gate, which stands on the start. */
export const sidesOf = (maker: Maker, keys: BoardKeys): Side[] => maker.shows?.(keys) ?? maker.sides;

/** The first side on which something can be put, and nothing is; null if there is none. */
export function missing(maker: Maker, keys: BoardKeys, known: Picture | null): Side | null {
  const isEmpty = (side: Side): boolean => {
    const picture = maker.picture(keys, side, known);
    return (
      picture !== null && !picture.position.pieces.length && !(side === 'goal' && picture.scene.goals.length)
    );
  };
  return sidesOf(maker, keys).find((side) => maker.tools(keys, side).length > 0 && isEmpty(side)) ?? null;
}
