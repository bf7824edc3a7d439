import { expect, it } from 'vitest';
import { handlesOf, shownHandles, stretched } from './handles';
import { boxOf, copied, draftOf, floorAt, fresh, keysOf, moved, places, valueOf, type Draft } from './level';
import type { FieldOffer, Keys, Offer, PartOffer } from './types';

const field = (key: string, more: Partial<FieldOffer> = {}): FieldOffer => ({
  key,
  label: key,
  shape: 'number',
  needed: true,
  usual: null,
  by_kind: false,
  like: null,
  low: 0.1,
  high: 100,
  signed: false,
  unit: 'm',
  options: [],
  ...more,
});
const place = [field('x', { low: 0, high: 'width' }), field('y', { low: 0, high: 'height' })];
const part = (key: string, more: Partial<PartOffer> = {}): PartOffer => ({
  key,
  name: key,
  anchor: 'top left',
  single: false,
  most: 9,
  sizes: ['width', 'height'],
  fresh: { width: 3, height: 1 },
  box: null,
  fields: [...place, field('width'), field('height', { usual: 0.3 })],
  ...more,
});
const offer = {
  parts: [
    part('ground'),
    part('wall', { anchor: 'bottom left' }),
    part('slope', {
      sizes: ['width', 'rise', 'height'],
      fields: [...place, field('width'), field('rise', { signed: true }), field('height', { usual: 0.5 })],
    }),
    part('crate', {
      anchor: 'foot',
      fields: [...place, field('width', { usual: 0.8 }), field('height', { like: 'width' })],
    }),
    part('door', { anchor: 'bottom left', fresh: { height: 2, width: 0.4 } }),
    part('switch', {
      anchor: 'foot',
      sizes: [],
      box: [0.4, 0.4],
      fresh: { opens: [] },
      fields: [...place, field('opens', { shape: 'doors' })],
    }),
    part('lift', { fresh: { to: [0, 3] } }),
    part('player', {
      anchor: 'foot',
      single: true,
      sizes: [],
      fields: [...place, field('width', { by_kind: true })],
    }),
  ],
  kinds: { player: { width: 0.6 }, monkey: { width: 0.55 } },
  other_kind: 'monkey',
} as unknown as Offer;

const level: Keys = {
  title: 'A level',
  size: [20, 10],
  ground: [
    { x: 0, y: 1, width: 20, height: 1 },
    { x: 4, y: 3, width: 2, height: 2 },
  ],
  slope: [{ x: 6, y: 1, width: 4, rise: 2 }],
  player: { x: 2, y: 1 },
  goal: { collect: { gem: 1 }, reach: [9, 1] },
  pond: [{ deep: true }],
};

const one = (kind: string, values: Keys) => ({ id: 1000, kind, values });

it('takes a level apart and puts it together again', () => {
  const draft = draftOf(level, offer);
  expect(draft.parts.map(({ kind }) => kind)).toEqual(['ground', 'ground', 'slope', 'player', 'flag']);
  expect(keysOf(draft, offer)).toEqual(level);
  expect(keysOf(draftOf({ goal: { reach: [1, 1] } }, offer), offer)).toEqual({ goal: { reach: [1, 1] } });
  const broken = { ground: [3], player: 'me', goal: { reach: 'far' }, size: 3 };
  expect(keysOf(draftOf(broken, offer), offer)).toEqual(broken);
});

it('knows the places that the server names', () => {
  const draft = draftOf(level, offer);
  const found = places(draft);
  expect(draft.parts.find(({ id }) => id === found.get('ground 1'))!.values.x).toBe(4);
  expect(draft.parts.find(({ id }) => id === found.get('goal 0'))!.kind).toBe('flag');
});

it('gives each part its box, by what the server says of it', () => {
  expect(boxOf(one('ground', { x: 1, y: 2, width: 3 }), offer)).toEqual({
    left: 1,
    right: 4,
    bottom: 1.7,
    top: 2,
  });
  expect(boxOf(one('wall', { x: 1, y: 2, width: 3, height: 1 }), offer)).toMatchObject({ bottom: 2, top: 3 });
  expect(boxOf(one('crate', { x: 1, y: 2 }), offer)).toEqual({ left: 0.6, right: 1.4, bottom: 2, top: 2.8 });
  expect(boxOf(one('slope', { x: 1, y: 2, width: 3, rise: -1 }), offer)).toMatchObject({
    bottom: 0.5,
    top: 2,
  });
  expect(valueOf(one('player', {}), 'width', offer)).toBe(0.6);
  expect(valueOf(one('player', { kind: 'yeti' }), 'width', offer)).toBe(0.55);
});

it('moves a lift with its other stop', () => {
  const there = moved(one('lift', { x: 1, y: 2, width: 1, to: [1, 5] }), 0.1, 0.2, offer);
  expect(there.values).toMatchObject({ x: 1.1, y: 2.2, to: [1.1, 5.2] });
});

it('stretches by the sides and keeps the other side where it is', () => {
  const size = [20, 10] as const;
  const ground = one('ground', { x: 4, y: 3, width: 4, height: 2 });
  expect(stretched(ground, 'nw', { x: 2, y: 5 }, offer, size).values).toEqual({
    x: 2,
    y: 5,
    width: 6,
    height: 4,
  });
  expect(stretched(ground, 'e', { x: 1, y: 0 }, offer, size).values).toMatchObject({ x: 4, width: 0.1 });
  const crate = stretched(one('crate', { x: 4, y: 1 }), 'ne', { x: 5.6, y: 3 }, offer, size);
  expect(crate.values).toEqual({ x: 4.6, y: 1, width: 2, height: 2 });
  const slope = one('slope', { x: 4, y: 1, width: 4, rise: 2 });
  expect(stretched(slope, 'end', { x: 10, y: 0 }, offer, size).values).toMatchObject({ width: 6, rise: -1 });
  const start = stretched(slope, 'start', { x: 2, y: 2 }, offer, size).values;
  expect(start).toMatchObject({ x: 2, y: 2, width: 6, rise: 1 });
  const lift = one('lift', { x: 4, y: 1, width: 1, to: [4, 4] });
  expect(stretched(lift, 'to', { x: 99, y: 5 }, offer, size).values.to).toEqual([20, 5]);
});

it('shows only the handles that do not cover one another', () => {
  const names = (values: Keys, zoom: number) =>
    shownHandles(one('ground', { x: 4, y: 3, ...values }), offer, zoom).map(({ name }) => name);
  expect(names({ width: 4, height: 2 }, 100)).toHaveLength(8);
  expect(names({ width: 4, height: 0.3 }, 40)).toEqual(['w', 'e']);
  expect(names({ width: 0.3, height: 4 }, 40)).toEqual(['s', 'n']);
  expect(names({ width: 0.3, height: 0.3 }, 40)).toEqual(['ne']);
  expect(handlesOf(one('switch', {}), offer)).toEqual([]);
});

it('makes new parts, with names for doors and a door for each switch', () => {
  const draft = draftOf(level, offer);
  const of = (key: string) => offer.parts.find((about) => about.key === key)!;
  expect(fresh(of('lift'), { x: 2, y: 3 }, draft).values).toEqual({ x: 2, y: 3, to: [2, 6] });
  const first = fresh(of('door'), { x: 2, y: 1 }, draft);
  const with1: Draft = { ...draft, parts: [...draft.parts, first] };
  expect(first.values.name).toBe('door 1');
  expect(fresh(of('door'), { x: 3, y: 1 }, with1).values.name).toBe('door 2');
  expect(fresh(of('switch'), { x: 5, y: 1 }, with1).values.opens).toEqual(['door 1']);
  expect(copied(first, 1, with1, offer).values).toMatchObject({ name: 'door 2', x: 3 });
});

it('finds what something stands on', () => {
  const draft = draftOf(level, offer);
  expect(floorAt({ x: 5, y: 3.3 }, 0.4, draft, offer, -1)).toBe(3);
  expect(floorAt({ x: 8, y: 2.2 }, 0.4, draft, offer, -1)).toBe(2);
  expect(floorAt({ x: 15, y: 3 }, 0.4, draft, offer, -1)).toBeNull();
});
