/** The sounds of a game, as far as two positions show what happened between them. */

import type { Move, Position, Scene } from '$lib/api/types';

const WAYS: Record<string, readonly string[]> = {
  up: ['up', 'vertical', 'orthogonal'],
  down: ['down', 'vertical', 'orthogonal'],
  left: ['left', 'horizontal', 'orthogonal'],
  right: ['right', 'horizontal', 'orthogonal'],
};

/** The cells of any of these sprites. */
function cellsOf(piles: readonly (readonly number[])[], sprites: readonly number[]): Set<number> {
  const found = new Set<number>();
  piles.forEach((pile, cell) => {
    if (pile.some((sprite) => sprites.includes(sprite))) found.add(cell);
  });
  return found;
}

export function heard(
  { sounds }: Scene,
  before: Position,
  after: Position,
  { move, back }: { move: Move; back: boolean },
): number[] {
  if (!sounds) return [];
  const event = (name: string): number[] => (name in sounds.events ? [sounds.events[name]!] : []);
  if (back) return event('undo');
  const seeds = sounds.sprites
    .filter(({ sprites, verb, ways }) => {
      const old = cellsOf(before.piles ?? [], sprites);
      const now = cellsOf(after.piles ?? [], sprites);
      if (verb === 'create') return now.size > old.size;
      if (verb === 'destroy') return now.size < old.size;
      if (ways.length && !WAYS[move.move]?.some((way) => ways.includes(way))) return false;
      return now.size === old.size && [...now].some((cell) => !old.has(cell));
    })
    .map(({ seed }) => seed);
  return [...new Set([...seeds, ...(after.solved ? event('endlevel') : [])])];
}
