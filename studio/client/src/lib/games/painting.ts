/** Levels as pictures, and as lines of their source. */

import type { Position, Scene, Sign, SourceLevel, SourcePlace, Sprite } from '$lib/api/types';
import { indexOf } from './places';

/** A level drawn from its signs, without asking the server. */
export function picture(
  family: string,
  rows: readonly string[],
  legend: readonly Sign[],
  sprites: Sprite[],
): { scene: Scene; position: Position } {
  const piles = new Map(legend.map(({ sign, pile }) => [sign, pile]));
  const signs = rows.map((row) => [...row]);
  const columns = Math.max(1, signs[0]?.length ?? 1);
  const cells = rows.flatMap((_, y) =>
    Array.from({ length: columns }, (_, x) => ({
      cell: y * columns + x,
      name: `${x + 1}, ${y + 1}`,
      x,
      y,
    })),
  );
  const scene: Scene = {
    family,
    kind: 'grid',
    metric: 'moves',
    caption: '',
    rows: rows.length,
    columns,
    width: columns - 1,
    height: rows.length - 1,
    cells,
    lines: [],
    stones: [],
    barriers: [],
    diagonals: [],
    open_rim: false,
    goals: [],
    gate: null,
    pattern: null,
    squares: [],
    target: null,
    tokens: [],
    sprites,
  };
  const position: Position = {
    state: rows.join('\n'),
    solved: false,
    turn: null,
    reading: null,
    at_home: null,
    pieces: [],
    moves: [],
    refused: [],
    piles: cells.map(({ x, y }) => piles.get(signs[y]![x] ?? '') ?? []),
  };
  return { scene, position };
}

/** A row of a level in its source: the index of its line, and where in the line it begins and ends. */
function rowAt(
  lines: readonly string[],
  { line, column }: SourcePlace,
): [index: number, begin: number, end: number] {
  const text = lines[line - 1] ?? '';
  const begin = indexOf(text, column);
  return [line - 1, begin, begin + /^[^\s(]*/.exec(text.slice(begin))![0].length];
}

/** The rows of a level as they are written in a text. */
export function rowsIn(text: string, level: SourceLevel): string[] {
  const lines = text.split('\n');
  return level.places.map((place) => {
    const [index, begin, end] = rowAt(lines, place);
    return (lines[index] ?? '').slice(begin, end);
  });
}

/** A row in lower case, sign by sign as the server does it: no sign becomes two. */
export const lowered = (row: string): string => {
  const lower = row.toLowerCase();
  if (lower.length === row.length) return lower;
  return [...row].map((sign) => (sign === 'İ' ? sign : sign.toLowerCase())).join('');
};

/** The source with one sign of a level replaced; the rest of each line stays as it was. */
export function painted(text: string, level: SourceLevel, x: number, y: number, sign: string): string {
  const lines = text.split('\n');
  const place = level.places[y];
  if (!place) return text;
  const [index, begin, end] = rowAt(lines, place);
  const line = lines[index] ?? '';
  const row = even(line.slice(begin, end), x + 1);
  if (lowered(row[x] ?? '') === lowered(sign)) return text;
  row[x] = sign;
  lines[index] = line.slice(0, begin) + row.join('') + line.slice(end);
  return lines.join('\n');
}

/** The signs of a row that is at least so wide; by default its last sign stands for those that are missing. */
function even(row: string, width: number, more?: string): string[] {
  const signs = [...row];
  const missing = Array<string>(Math.max(0, width - signs.length)).fill(more ?? signs.at(-1) ?? ' ');
  return [...signs, ...missing];
}

export interface Size {
  rows: number;
  columns: number;
}

export const sizeOf = (level: SourceLevel): Size => ({
  rows: level.rows.length,
  columns: [...(level.rows[0] ?? '')].length,
});

/** A source and the levels in it. */
interface Edited {
  text: string;
  levels: SourceLevel[];
}

type Mover = <Where extends { line: number }>(where: Where) => Where;

/** Where things are once each line has become these lines. */
function mover(made: readonly string[][]): Mover {
  const begins: number[] = [];
  made.reduce((sum, one, index) => ((begins[index] = sum), sum + one.length), 0);
  return (where) => ({ ...where, line: begins[where.line - 1]! + 1 });
}

const moved = (level: SourceLevel, now: Mover): SourceLevel => ({
  ...now(level),
  places: level.places.map(now),
});

/**
 * The source with a level made larger or smaller on its right and at its bottom, and where the levels are in it;
 * `sign` fills what is new. Comments stay, those behind the last row behind the last row.
 */
export function resized(
  text: string,
  levels: readonly SourceLevel[],
  changed: SourceLevel,
  size: Size,
  sign: string,
): Edited {
  const lines = text.split('\n');
  const old = sizeOf(changed);
  const [high, wide] = [Math.max(1, size.rows), Math.max(1, size.columns)];
  const written = rowsIn(text, changed).map((row) => even(row, old.columns).join(''));
  const rows = Array.from({ length: high }, (_, y) =>
    even(written[y] ?? '', wide, sign)
      .slice(0, wide)
      .join(''),
  );
  /** What becomes of each line. */
  const made = lines.map((line) => [line]);
  const kept = Math.min(high, old.rows);
  const places = changed.places.slice(0, kept);
  let indent = '';
  changed.places.forEach((place, y) => {
    const [index, begin, end] = rowAt(lines, place);
    const [before, after] = [lines[index]!.slice(0, begin), lines[index]!.slice(end)];
    if (y >= kept) made[index] = `${before}${after}`.trim() ? [before + after] : [];
    else if (y < kept - 1) made[index] = [before + rows[y]! + after];
    else {
      if (!before.trim()) indent = before;
      const more = rows.slice(kept).map((row) => indent + row);
      made[index] = [before + rows[y]!, ...more];
      made[index].push(made[index].pop()! + after);
    }
  });
  const now = mover(made);
  const last = places.at(-1);
  const added = rows.slice(kept).map((_, more) => ({
    line: now(last!).line + 1 + more,
    column: [...indent].length + 1,
  }));
  return {
    text: made.flat().join('\n'),
    levels: levels.map((one) =>
      one.level === changed.level
        ? { ...now(one), rows: rows.map(lowered), places: [...places.map(now), ...added] }
        : moved(one, now),
    ),
  };
}

/** The source without a level and the empty line above it, and the other levels in it; comments stay. */
export function without(text: string, levels: readonly SourceLevel[], gone: SourceLevel): Edited {
  const lines = text.split('\n');
  const made = lines.map((line) => [line]);
  for (const place of gone.places) {
    const [index, begin, end] = rowAt(lines, place);
    const rest = lines[index]!.slice(0, begin) + lines[index]!.slice(end);
    made[index] = rest.trim() ? [rest] : [];
  }
  const above = gone.line - 2;
  if (!made[above + 1]!.length && lines[above]?.trim() === '') made[above] = [];
  const now = mover(made);
  const left = levels.filter(({ level }) => level !== gone.level).map((one) => moved(one, now));
  return {
    text: made.flat().join('\n'),
    levels: left.map((one) => {
      const level = one.level > gone.level ? one.level - 1 : one.level;
      return { ...one, level, keys: { ...one.keys, level } };
    }),
  };
}

/** Whether a source has the heading below which levels stand. */
export const hasLevels = (text: string): boolean => /^[\s=]*levels(?!\w)/im.test(text);

/** The source with one more level at its end: an empty field of the sign, of the size of the last level. */
export function withLevel(text: string, size: Size, sign: string): string {
  const row = sign.repeat(Math.max(1, size.columns));
  const rows = Array.from({ length: Math.max(1, size.rows) }, () => row);
  return `${text.trimEnd()}\n\n${rows.join('\n')}\n`;
}
