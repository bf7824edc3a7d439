import type { Hint } from '$lib/api/types';

/** The part of a hint that its level reveals. */
export function asFarAs(hint: Hint | null, level: number): Hint | null {
  if (!hint) return null;
  return { ...hint, move: level >= 3 ? hint.move : null, direction: level >= 2 ? hint.direction : null };
}
