/** The colour of each move and state. */

import type { Numbers, Walk } from './data';
import type { Ink } from './gl';
import { moverOf } from './paths';

export type By = 'goal' | 'start' | 'piece';

export const rgb = (text: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));

export interface Inks {
  ends: Ink;
  states: Ink;
}

/** How much of a move without a way back is left where it ends, of 255. */
const FADED = 50;

const DISC = 1;
const GOAL = 2;
const CROSS = 3;

/** Pairs of states with a move between them, two by two, each pair once. */
export function endsOf(walk: Walk): Uint32Array {
  const made = new Uint32Array(2 * walk.after.length);
  let count = 0;
  for (let state = 0; state < walk.states; state++) {
    for (let edge = walk.first[state]!; edge < walk.first[state + 1]!; edge++) {
      const to = walk.after[edge]!;
      if (to < state ? leads(walk, to, state) : to === state) continue;
      made[count++] = state;
      made[count++] = to;
    }
  }
  return made.slice(0, count);
}

/** For each pair of states, whether its move has no way back. */
export function oneWaysOf(walk: Walk, ends: Uint32Array): Uint8Array {
  return Uint8Array.from({ length: ends.length / 2 }, (_, pair) =>
    leads(walk, ends[2 * pair + 1]!, ends[2 * pair]!) ? 0 : 1,
  );
}

function leads(walk: Walk, from: number, to: number): boolean {
  for (let edge = walk.first[from]!; edge < walk.first[from + 1]!; edge++) {
    if (walk.after[edge] === to) return true;
  }
  return false;
}

export function inksOf(walk: Walk, ends: Uint32Array, by: By, dark: boolean, grey: number[]): Inks {
  const ramp = walk.colours.ramp[dark ? 'dark' : 'light'].map(rgb);
  const { value, lost } = valuesOf(walk, by);
  const share = ranked(value, lost);
  const colours = share.map((one) => between(ramp, one));
  const states = new Uint8Array(walk.states * 4);
  for (let state = 0; state < walk.states; state++) {
    const at = 4 * state;
    const [red, green, blue] = value[state] === lost ? grey : colours[value[state]!]!;
    [states[at], states[at + 1], states[at + 2]] = [red!, green!, blue!];
    states[at + 3] = walk.distance[state] === 0 ? GOAL : walk.distance[state] === walk.lost ? CROSS : DISC;
  }
  const made = new Uint8Array(ends.length * 4);
  const pieces = by === 'piece' ? pieceColours(walk) : [];
  const oneWays = oneWaysOf(walk, ends);
  if (by !== 'piece') {
    const [from, to] = [new Uint32Array(states.buffer), new Uint32Array(made.buffer)];
    for (let i = 0; i < ends.length; i++) to[i] = from[ends[i]!]!;
  }
  for (let i = 0; i < ends.length; i += 2) {
    if (by === 'piece') {
      const colour = pieces[moverBetween(walk, ends[i]!, ends[i + 1]!)] ?? grey;
      made.set([...colour, 255, ...colour, 255], 4 * i);
    } else made[4 * i + 3] = made[4 * i + 7] = 255;
    if (oneWays[i / 2]) made[4 * i + 7] = FADED;
  }
  return { ends: made, states };
}

function valuesOf(walk: Walk, by: By): { value: Numbers; lost: number } {
  return by === 'start' ? { value: walk.depth, lost: -1 } : { value: walk.distance, lost: walk.lost };
}

/** The most parts of a legend. */
const PARTS = 48;

/** The colours of values from 0 to the greatest, at equal distances, and the greatest. */
export function legendOf(walk: Walk, by: By, dark: boolean): { colours: string[]; most: number } {
  const ramp = walk.colours.ramp[dark ? 'dark' : 'light'].map(rgb);
  const { value, lost } = valuesOf(walk, by);
  const share = ranked(value, lost);
  const most = Math.max(0, share.length - 1);
  const parts = Math.min(PARTS, most + 1);
  const at = (part: number) => (parts > 1 ? Math.round((part * most) / (parts - 1)) : 0);
  const colours = Array.from({ length: parts }, (_, part) => `rgb(${between(ramp, share[at(part)] ?? 0)})`);
  return { colours, most };
}

function moverBetween(walk: Walk, a: number, b: number): number {
  for (let edge = walk.first[a]!; edge < walk.first[a + 1]!; edge++) {
    if (walk.after[edge] === b) return moverOf(walk, a, b, walk.moves[walk.move[edge]!]!);
  }
  return -1;
}

/** A colour for each look, in turn. */
export const pieceColours = (walk: Walk): number[][] =>
  walk.board.looks.map((_, look) => rgb(walk.colours.pieces[look % walk.colours.pieces.length]!));

/** Where each value stands on the ramp: half by its size, half by how many states have less. */
function ranked(values: ArrayLike<number>, lost: number): number[] {
  const counts: number[] = [];
  let known = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value === lost) continue;
    counts[value] = (counts[value] ?? 0) + 1;
    known++;
  }
  let below = 0;
  return Array.from(counts, (count, value) => {
    const rank = below / Math.max(1, known - (counts.at(-1) ?? 0));
    below += count ?? 0;
    return Math.min(1, 0.55 * (value / Math.max(1, counts.length - 1)) + 0.45 * rank);
  });
}

function between(ramp: number[][], share: number): number[] {
  const place = share * (ramp.length - 1);
  const low = Math.min(Math.floor(place), ramp.length - 2);
  return ramp[low]!.map((one, i) => Math.round(one + (ramp[low + 1]![i]! - one) * (place - low)));
}
