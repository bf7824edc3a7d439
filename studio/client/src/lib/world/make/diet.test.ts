import { expect, it } from 'vitest';
import { dietOf, eatersIn, entryAt, entryOf, entryOfferOf, entryWith, mealsIn } from './diet';
import type { Draft } from './level';
import type { Finding, Keys, Offer } from './types';

const offer = {
  kinds: { player: {}, fox: {}, chicken: {} },
  eats: { player: ['gem'], fox: ['chicken'], cat: ['mouse'] },
  spawn: {
    kinds: ['gem', 'fox', 'chicken'],
    item: { fresh: { most: 5 }, fields: [{ key: 'most' }] },
    animal: { fresh: { most: 2 }, fields: [{ key: 'most' }, { key: 'speed' }] },
  },
} as unknown as Offer;

const draft = (keys: Keys, ...kinds: [part: string, kind: string][]): Draft => ({
  keys,
  parts: kinds.map(([kind, what], id) => ({ id, kind, values: { kind: what } })),
});

it('lists the animals of the level, those that scripts may add, and unusual eaters', () => {
  expect(eatersIn(draft({}), offer)).toEqual([]);
  expect(eatersIn(draft({}, ['animal', 'fox'], ['item', 'gem'], ['animal', 'fox']), offer)).toEqual(['fox']);
  expect(eatersIn(draft({ spawn: { gem: 3, chicken: 2, bat: { most: 1, speed: 2 } } }), offer)).toEqual([
    'chicken',
    'bat',
  ]);
  expect(eatersIn(draft({ eats: { ...offer.eats, cat: [], toString: ['gem'] } }), offer)).toEqual([
    'cat',
    'toString',
  ]);
});

it('leaves the player to the table beside it, by whatever kind it has', () => {
  expect(eatersIn(draft({ eats: { player: [] } }), offer)).not.toContain('player');
  expect(eatersIn(draft({ eats: { hero: ['gem'] } }, ['player', 'hero']), offer)).not.toContain('hero');
});

it('offers as meals what is in the level, the player, and what is eaten already', () => {
  const level = draft({ spawn: { corn: 3 } }, ['item', 'gem'], ['animal', 'fox']);
  expect(mealsIn('fox', level, offer)).toEqual(['gem', 'fox', 'corn', 'player', 'chicken']);
  const other = { ...level, keys: { eats: { fox: ['bone'] } } };
  expect(mealsIn('fox', other, offer)).toEqual(['gem', 'fox', 'player', 'bone', 'chicken']);
});

it('takes the usual diet until the level gives another', () => {
  expect(dietOf(draft({}), offer)).toBe(offer.eats);
  expect(dietOf(draft({ eats: {} }), offer)).toEqual({});
});

it('reads and writes an entry as a number or as a table', () => {
  expect(entryOf(3)).toEqual({ most: 3 });
  expect(entryOf({ most: 2, speed: 4 })).toEqual({ most: 2, speed: 4 });
  expect(entryWith({ most: 3 })).toBe(3);
  expect(entryWith({ most: 2, speed: 4 })).toEqual({ most: 2, speed: 4 });
  expect(entryWith({ speed: 4 })).toEqual({ speed: 4 });
});

it('knows which entries are animals', () => {
  expect(entryOfferOf('gem', 3, offer)).toBe(offer.spawn.item);
  expect(entryOfferOf('fox', 3, offer)).toBe(offer.spawn.animal);
  expect(entryOfferOf('bat', { most: 3, speed: 1 }, offer)).toBe(offer.spawn.animal);
  expect(entryOfferOf('toString', 3, offer)).toBe(offer.spawn.item);
});

it('finds the entry that a finding is about', () => {
  const at = (part: Finding['part']) => entryAt({ part } as Finding, draft({ spawn: { gem: 1, fox: 900 } }));
  expect(at(['spawn', 1])).toBe('fox');
  expect(at(['spawn', 5])).toBeNull();
  expect(at(['item', 1])).toBeNull();
  expect(at(null)).toBeNull();
});
