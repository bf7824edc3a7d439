/** The sounds of a game: what its rules ask for, and what two positions show of its objects. */

import type { Move, Position, Scene } from '$lib/api/types';

const WAYS: Record<string, readonly string[]> = {
  up: ['up', 'vertical', 'orthogonal'],
  down: ['down', 'vertical', 'orthogonal'],
  left: ['left', 'horizontal', 'orthogonal'],
  right: ['right', 'horizontal', 'orthogonal'],
};

type SpriteSound = NonNullable<Scene['sounds']>['sprites'][number];

/** The cells of any of these sprites. */
function cellsOf(piles: readonly (readonly number[])[], sprites: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  piles.forEach((pile, cell) => {
    if (pile.some((sprite) => sprites.has(sprite))) found.add(cell);
  });
  return found;
}

/** The sound of an event of the game, such as `endlevel`, if it has one. */
export const heardOf = ({ sounds }: Scene, event: string): number[] =>
  sounds && event in sounds.events ? [sounds.events[event]!] : [];

const isOfWay = ({ ways }: SpriteSound, key: string): boolean =>
  !ways.length || Boolean(WAYS[key]?.some((way) => ways.includes(way)));

/** The sounds that rules ask for when a key is pressed here, and that of the key itself. */
function ofKey(scene: Scene, position: Position, key: string): number[] {
  const asked = position.asked?.[key]?.sounds ?? [];
  const verb = key === 'action' ? 'action' : asked.includes('cantmove') ? 'cantmove' : null;
  const own = scene.sounds!.sprites.filter((one) => one.verb === verb && isOfWay(one, key));
  return [
    ...(asked.includes('cancel') ? [] : own.map(({ seed }) => seed)),
    ...asked.flatMap((name) => heardOf(scene, name)),
  ];
}

/** What is heard of a key that changes nothing. */
export const heardInVain = (scene: Scene, position: Position, key: string): number[] =>
  scene.sounds ? [...new Set(ofKey(scene, position, key))] : [];

export function heard(
  scene: Scene,
  before: Position,
  after: Position,
  { move, back }: { move: Move; back: boolean },
): number[] {
  if (!scene.sounds) return [];
  if (back) return heardOf(scene, 'undo');
  const seeds = scene.sounds.sprites
    .filter((sound) => {
      const meant = new Set(sound.sprites);
      const old = cellsOf(before.piles ?? [], meant);
      const now = cellsOf(after.piles ?? [], meant);
      if (sound.verb === 'create') return now.size > old.size;
      if (sound.verb === 'destroy') return now.size < old.size;
      if (sound.verb !== 'move' || !isOfWay(sound, move.move)) return false;
      return now.size === old.size && [...now].some((cell) => !old.has(cell));
    })
    .map(({ seed }) => seed);
  return [...new Set([...seeds, ...ofKey(scene, before, move.move)])];
}
