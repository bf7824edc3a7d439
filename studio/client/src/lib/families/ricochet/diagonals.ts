/** Diagonal walls while a board is drawn: "c4 rising R", or without a colour. */

import type { BoardKeys, Scene } from '$lib/api/types';
import { cellNumbers } from '$lib/kit/drafting';

export const SLANTS = ['rising', 'falling'] as const;

export type Slant = (typeof SLANTS)[number];

const written = (keys: BoardKeys): string[] =>
  Array.isArray(keys.diagonals) ? keys.diagonals.map(String) : [];

const parts = (diagonal: string): [string, string, string] => {
  const [name = '', slant = '', colour = ''] = diagonal.trim().split(/\s+/);
  return [name, slant, colour];
};

/** Adds a diagonal to a cell; pressed again it gets each colour in turn, then it goes. */
export function pressed(keys: BoardKeys, cell: string, slant: Slant, colours: readonly string[]): BoardKeys {
  const all = written(keys);
  const here = all.map(parts).find(([name]) => name === cell);
  const others = all.filter((diagonal) => parts(diagonal)[0] !== cell);
  const turns = ['', ...colours];
  const next = here && here[1] === slant ? turns.indexOf(here[2]) + 1 : 0;
  const colour = turns[next];
  const made = colour === undefined ? [] : [`${cell} ${slant} ${colour}`.trim()];
  return { ...keys, diagonals: [...others, ...made] };
}

/** Without the diagonal of a cell, if it has one. */
export function without(keys: BoardKeys, cell: string): BoardKeys {
  const all = written(keys);
  const left = all.filter((diagonal) => parts(diagonal)[0] !== cell);
  return left.length < all.length ? { ...keys, diagonals: left } : keys;
}

/** Those on a board of that size. */
export function within(keys: BoardKeys, rows: number, columns: number): string[] {
  const cells = cellNumbers(rows, columns);
  return written(keys).filter((diagonal) => cells.has(parts(diagonal)[0]));
}

export const coloursOf = (keys: BoardKeys): string[] =>
  written(keys).flatMap((diagonal) => parts(diagonal)[2] || []);

export function diagonalsOf(keys: BoardKeys, rows: number, columns: number): Scene['diagonals'] {
  const cells = cellNumbers(rows, columns);
  return written(keys).flatMap((diagonal) => {
    const [name, slant, colour] = parts(diagonal);
    const cell = cells.get(name);
    return cell === undefined ? [] : [{ cell, rising: slant === 'rising', token: colour || null }];
  });
}
