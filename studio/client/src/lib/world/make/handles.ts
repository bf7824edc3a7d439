/** The points of a part by which it is stretched, and what happens when one is dragged. */

import {
  boxed,
  boxOf,
  numberOf,
  offerOf,
  round,
  stopOf,
  within,
  type Box,
  type Part,
  type Spot,
} from './level';
import type { Offer } from './types';

export interface Handle extends Spot {
  /** Sides of the box (`w`, `ne`), an end of a slope (`start`, `end`), or the other stop of a lift (`to`). */
  name: string;
}

export function handlesOf(part: Part, offer: Offer): Handle[] {
  const about = offerOf(part, offer);
  if (!about?.sizes.length) return [];
  const { left, bottom, right, top } = boxOf(part, offer);
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  if (about.sizes.includes('rise')) {
    const start = numberOf(part, 'y', offer);
    return [
      { name: 'start', x: left, y: start },
      { name: 'end', x: right, y: start + numberOf(part, 'rise', offer) },
      { name: 's', x, y: bottom },
    ];
  }
  const found = [
    { name: 'w', x: left, y },
    { name: 'e', x: right, y },
    { name: 's', x, y: bottom },
    { name: 'n', x, y: top },
    { name: 'sw', x: left, y: bottom },
    { name: 'se', x: right, y: bottom },
    { name: 'nw', x: left, y: top },
    { name: 'ne', x: right, y: top },
  ];
  const stop = stopOf(part);
  return stop ? [...found, { name: 'to', ...stop }] : found;
}

/** Pixels of a side on which all handles have room. */
const ROOM = 40;

/** The handles that do not cover one another when the level is drawn with that many pixels per metre. */
export function shownHandles(part: Part, offer: Offer, zoom: number): Handle[] {
  const { left, bottom, right, top } = boxOf(part, offer);
  const isWide = (right - left) * zoom >= ROOM;
  const isTall = (top - bottom) * zoom >= ROOM;
  return handlesOf(part, offer).filter(({ name }) => {
    if (name === 'ne') return isWide === isTall;
    if (['nw', 'sw', 'se'].includes(name)) return isWide && isTall;
    if (name === 'n' || name === 's') return isTall;
    return name === 'w' || name === 'e' ? isWide : true;
  });
}

/** The part after one of its handles was dragged to a point. */
export function stretched(
  part: Part,
  name: string,
  to: Spot,
  offer: Offer,
  size: readonly [number, number],
): Part {
  const about = offerOf(part, offer)!;
  const field = (key: string) => about.fields.find((one) => one.key === key);
  const limit = (key: string, value: number) => round(within(value, field(key), size));
  if (name === 'to') return { ...part, values: { ...part.values, to: [limit('x', to.x), limit('y', to.y)] } };
  const box = boxOf(part, offer);
  if (about.sizes.includes('rise')) return tilted(part, name, to, box, offer, limit);
  const next: Box = { ...box };
  if (name.includes('w')) next.left = box.right - limit('width', box.right - to.x);
  if (name.includes('e')) next.right = box.left + limit('width', to.x - box.left);
  if (name.includes('s')) next.bottom = box.top - limit('height', box.top - to.y);
  if (name.includes('n')) next.top = box.bottom + limit('height', to.y - box.bottom);
  return boxed(part, next, about);
}

function tilted(
  part: Part,
  name: string,
  to: Spot,
  box: Box,
  offer: Offer,
  limit: (key: string, value: number) => number,
): Part {
  const [x, y] = [numberOf(part, 'x', offer), numberOf(part, 'y', offer)];
  const end = y + numberOf(part, 'rise', offer);
  const change =
    name === 'start'
      ? {
          x: limit('x', Math.min(to.x, box.right)),
          y: limit('y', to.y),
          width: limit('width', box.right - to.x),
          rise: limit('rise', end - to.y),
        }
      : name === 'end'
        ? { width: limit('width', to.x - x), rise: limit('rise', to.y - y) }
        : { height: limit('height', Math.min(y, end) - to.y) };
  return { ...part, values: { ...part.values, ...change } };
}
