/** A level as its parts in a row, each with a number that stays; and where they are. What a part may be is the server's. */

import type { FieldOffer, Keys, Offer, PartOffer } from './types';
import { own } from '../words';

export interface Part {
  readonly id: number;
  readonly kind: string;
  readonly values: Keys;
}

/** `keys`: all of the level's keys that are not lists of parts. */
export interface Draft {
  readonly keys: Keys;
  readonly parts: readonly Part[];
}

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** The flag that is to be reached: a part in the editor, a point of the goal in the level. */
export const FLAG = 'flag';
const FLAG_BOX = [0.6, 1] as const;

let last = 0;
export const nextId = (): number => ++last;

const isTable = (value: unknown): value is Keys =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const table = (value: unknown): Keys => (isTable(value) ? value : {});
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const isPoint = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number');

/** The level of these keys, taken apart. Whatever is not as it should be stays among the keys. */
export function draftOf(level: Keys, offer: Offer): Draft {
  const keys = { ...level };
  const parts: Part[] = [];
  for (const { key, single } of offer.parts) {
    const found = single ? [level[key]] : level[key];
    if (!Array.isArray(found) || !found.every(isTable)) continue;
    delete keys[key];
    for (const values of found) parts.push({ id: nextId(), kind: key, values });
  }
  const { reach, ...goal } = table(level.goal);
  if (isPoint(reach)) {
    keys.goal = goal;
    parts.push({ id: nextId(), kind: FLAG, values: { x: reach[0], y: reach[1] } });
  }
  return { keys, parts };
}

/** The keys of the level, put together again. */
export function keysOf({ keys, parts }: Draft, offer: Offer): Keys {
  const level: Keys = { ...keys };
  for (const { key, single } of offer.parts) {
    const tables = parts.filter((part) => part.kind === key).map((part) => part.values);
    if (tables.length) level[key] = single ? tables[0] : tables;
  }
  const flag = parts.find((part) => part.kind === FLAG);
  if (flag) level.goal = { ...table(keys.goal), reach: [flag.values.x, flag.values.y] };
  if (isTable(level.goal) && !Object.keys(level.goal).length) delete level.goal;
  return level;
}

/** The parts by the places that findings name: the key of a list and an index. */
export function places({ parts }: Draft): Map<string, number> {
  const counts = new Map<string, number>();
  const found = new Map<string, number>();
  for (const { id, kind } of parts) {
    const index = counts.get(kind) ?? 0;
    counts.set(kind, index + 1);
    found.set(kind === FLAG ? 'goal 0' : `${kind} ${index}`, id);
  }
  return found;
}

/** What this is in the server's offer; the flag is offered by the editor itself. */
export const offerOf = (part: Part, offer: Offer): PartOffer | null =>
  offer.parts.find((one) => one.key === part.kind) ?? null;

/** The value of a property, or its default. */
export function valueOf(part: Part, key: string, offer: Offer): unknown {
  const field = offerOf(part, offer)?.fields.find((one) => one.key === key);
  const given = part.values[key];
  if (given !== undefined || !field) return given;
  if (field.like) return valueOf(part, field.like, offer);
  return usualOf(field, String(part.values.kind ?? part.kind), offer);
}

/** The default of a property, for a kind of character. */
export const usualOf = (field: FieldOffer, kind: string, offer: Offer): unknown =>
  field.by_kind
    ? (own(offer.kinds, kind) ?? offer.kinds[offer.other_kind]!)[field.key]
    : (field.usual ?? undefined);

/** The kinds of the items and animals that are in the level, or that scripts may add. */
export const kindsIn = ({ keys, parts }: Draft): string[] => [
  ...new Set([
    ...parts
      .filter(({ kind }) => kind === 'item' || kind === 'animal')
      .map(({ values }) => String(values.kind ?? '')),
    ...Object.keys(table(keys.spawn)),
  ]),
];

/** The kind of the player, which is the name of the part unless the level gives another. */
export const playerIn = ({ parts }: Draft): string =>
  String(parts.find(({ kind }) => kind === 'player')?.values.kind ?? 'player');

export function numberOf(part: Part, key: string, offer: Offer): number {
  const value = valueOf(part, key, offer);
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Without the digits that sums of decimal numbers bring. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

export function sizeOf({ keys }: Draft): [width: number, height: number] {
  return isPoint(keys.size) ? keys.size : [24, 12];
}

/** The box that a part fills, in metres. */
export function boxOf(part: Part, offer: Offer): Box {
  const [x, y] = [numberOf(part, 'x', offer), numberOf(part, 'y', offer)];
  const about = offerOf(part, offer);
  const fixed = about ? about.box : FLAG_BOX;
  const width = fixed ? fixed[0] : numberOf(part, 'width', offer);
  const height = fixed ? fixed[1] : numberOf(part, 'height', offer);
  if (about?.sizes.includes('rise')) {
    const rise = numberOf(part, 'rise', offer);
    return { left: x, right: x + width, bottom: Math.min(y, y + rise) - height, top: Math.max(y, y + rise) };
  }
  const left = !about || about.anchor === 'foot' ? x - width / 2 : x;
  const bottom = about?.anchor === 'top left' ? y - height : y;
  return { left, bottom, right: left + width, top: bottom + height };
}

/** The other stop of a lift. */
export function stopOf(part: Part): Spot | null {
  const { to } = part.values;
  return isPoint(to) ? { x: to[0], y: to[1] } : null;
}

/** The same part somewhere else. */
export function moved(part: Part, dx: number, dy: number, offer: Offer): Part {
  const values = {
    ...part.values,
    x: round(numberOf(part, 'x', offer) + dx),
    y: round(numberOf(part, 'y', offer) + dy),
  };
  const stop = stopOf(part);
  return { ...part, values: stop ? { ...values, to: [round(stop.x + dx), round(stop.y + dy)] } : values };
}

/** The same part with that box, as far as its properties allow. */
export function boxed(part: Part, box: Box, about: PartOffer): Part {
  const [width, height] = [box.right - box.left, box.top - box.bottom].map(round) as [number, number];
  const x = about.anchor === 'foot' ? (box.left + box.right) / 2 : box.left;
  const y = about.anchor === 'top left' ? box.top : box.bottom;
  const values: Keys = { ...part.values, x: round(x), y: round(y) };
  if (about.sizes.includes('width')) values.width = width;
  if (about.sizes.includes('height')) values.height = height;
  return { ...part, values };
}

/** A number kept within the limits of its property. */
export function within(
  value: number,
  field: FieldOffer | undefined,
  size: readonly [number, number],
): number {
  if (!field) return value;
  const high = field.high === 'width' ? size[0] : field.high === 'height' ? size[1] : field.high;
  return Math.min(Math.max(value, field.signed ? -high : field.low), high);
}

/** A new part at a place. Doors get a name, because switches refer to it. */
export function fresh(about: PartOffer, at: Spot, draft: Draft): Part {
  const values: Keys = { ...structuredClone(about.fresh), x: round(at.x), y: round(at.y) };
  if (isPoint(values.to)) values.to = [round(at.x + values.to[0]), round(at.y + values.to[1])];
  if (about.key === 'door') values.name = freeName(about.name.toLowerCase(), draft);
  if (about.fields.some(({ shape }) => shape === 'doors')) values.opens = doorsOf(draft).slice(-1);
  return { id: nextId(), kind: about.key, values };
}

/** A copy of a part beside it. */
export function copied(part: Part, by: number, draft: Draft, offer: Offer): Part {
  const copy = moved({ ...part, id: nextId() }, by, 0, offer);
  const { name } = copy.values;
  if (typeof name !== 'string') return copy;
  return { ...copy, values: { ...copy.values, name: freeName(name.replace(/ \d+$/, ''), draft) } };
}

export const doorsOf = ({ parts }: Draft): string[] =>
  parts.flatMap(({ kind, values }) =>
    kind === 'door' && typeof values.name === 'string' ? [values.name] : [],
  );

function freeName(word: string, { parts }: Draft): string {
  const taken = new Set(parts.map((part) => part.values.name));
  for (let number = 1; ; number++) if (!taken.has(`${word} ${number}`)) return `${word} ${number}`;
}

/** The height at which something stands there: the highest top that is near; null if none is. */
export function floorAt(at: Spot, near: number, draft: Draft, offer: Offer, except: number): number | null {
  let best: number | null = null;
  for (const part of draft.parts) {
    const top = part.id === except ? null : topAt(part, at.x, offer);
    if (top !== null && Math.abs(top - at.y) <= near && (best === null || top > best)) best = top;
  }
  return best === null ? null : round(best);
}

function topAt(part: Part, x: number, offer: Offer): number | null {
  const about = offerOf(part, offer);
  if (!about?.sizes.length || part.kind === 'ladder' || part.kind === 'door') return null;
  const box = boxOf(part, offer);
  if (x < box.left || x > box.right) return null;
  if (!about.sizes.includes('rise')) return box.top;
  const rise = numberOf(part, 'rise', offer);
  return numberOf(part, 'y', offer) + (rise * (x - box.left)) / (box.right - box.left || 1);
}
