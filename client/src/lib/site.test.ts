import { describe, expect, it } from 'vitest';
import { query } from './api/client';
import { en } from './i18n/en';
import { fr } from './i18n/fr';
import { fill } from './i18n/index.svelte';
import { badFrench } from './kit/testing';
import { placeAt, reversed, ringsOf } from './map/rings';

describe('addresses', () => {
  it('carry what is set', () => {
    expect(query({ a: 1, b: null, c: '', d: undefined, e: 'x y' })).toBe('?a=1&e=x+y');
    expect(query({})).toBe('');
  });
});

describe('texts', () => {
  it('take values and the form of a number', () => {
    expect(fill('{n} move|{n} moves', { n: 1 }, 'en')).toBe('1 move');
    expect(fill('{n} move|{n} moves', { n: 0 }, 'en')).toBe('0 moves');
    expect(fill('{n} coup|{n} coups', { n: 0 }, 'fr')).toBe('0 coup');
    expect(fill('by {name}', { name: 'a|b' }, 'en')).toBe('by a|b');
  });

  it('have the same values and forms in both languages', () => {
    const shape = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
    for (const [key, text] of Object.entries(en)) {
      const other = fr[key as keyof typeof en];
      expect(shape(other), key).toBe(shape(text));
      if (text.includes('|')) expect(other.split('|').length, key).toBe(2);
    }
  });

  it('follow French typography', () => {
    for (const [key, text] of Object.entries(fr)) expect(badFrench(text), key).toEqual([]);
  });
});

describe('the map', () => {
  it('puts each distance on a ring of its own, the goals inside', () => {
    const distance = [0, 0, 1, 1, 1, 2, null];
    const { places, radii } = ringsOf(
      distance,
      [
        [0, 2],
        [1, 3],
        [1, 4],
        [4, 5],
      ],
      100,
    );
    const far = places.map(({ x, y }) => Math.hypot(x, y));
    distance.forEach((ring, state) => {
      const number = ring ?? 3;
      expect(far[state]!).toBeLessThan(radii[number]!);
      if (number > 0) expect(far[state]!).toBeGreaterThan(radii[number - 1]!);
    });
    expect(placeAt(places, places[5]!.x + 2, places[5]!.y, 10)).toBe(5);
    expect(placeAt(places, 500, 500, 10)).toBeNull();
  });

  it('fills a ring evenly', () => {
    expect([0, 1, 2, 3, 4].map(reversed)).toEqual([0, 0.5, 0.25, 0.75, 0.125]);
  });
});
