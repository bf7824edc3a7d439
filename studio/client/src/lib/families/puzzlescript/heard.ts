/** The sounds of a game, as far as two positions show what happened between them. */

import type { Move, Position, Scene } from '$lib/api/types';

const WAYS: Record<string, readonly string[]> = {
  up: ['up', 'vertical', 'orthogonal'],
  down: ['down', 'vertical', 'orthogonal'],
  left: ['left', 'horizontal', 'orthogonal'],
  right: ['right', 'horizontal', 'orthogonal'],
};

/** The cells of any of these sprites. */
function cellsOf(piles: readonly (readonly number[])[], sprites: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  piles.forEach((pile, cell) => {
    if (pile.some((sprite) => sprites.has(sprite))) found.add(cell);
  });
  return found;
}

const event = ({ sounds }: Scene, name: string): number[] =>
  sounds && name in sounds.events ? [sounds.events[name]!] : [];

/** When a level is won, which a page may learn later than what the move did. */
export const heardAtEnd = (scene: Scene): number[] => event(scene, 'endlevel');

export function heard(
  scene: Scene,
  before: Position,
  after: Position,
  { move, back }: { move: Move; back: boolean },
): number[] {
  if (!scene.sounds) return [];
  if (back) return event(scene, 'undo');
  const seeds = scene.sounds.sprites
    .filter(({ sprites, verb, ways }) => {
      const meant = new Set(sprites);
      const old = cellsOf(before.piles ?? [], meant);
      const now = cellsOf(after.piles ?? [], meant);
      if (verb === 'create') return now.size > old.size;
      if (verb === 'destroy') return now.size < old.size;
      if (ways.length && !WAYS[move.move]?.some((way) => ways.includes(way))) return false;
      return now.size === old.size && [...now].some((cell) => !old.has(cell));
    })
    .map(({ seed }) => seed);
  return [...new Set(seeds)];
}
