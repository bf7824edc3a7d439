/** Levels as pictures, and as lines of their source. */

import type { Position, Scene, Sign, SourceLevel, Sprite } from '$lib/api/types';

/** A level drawn from its signs, without asking the server. */
export function picture(
  family: string,
  rows: readonly string[],
  legend: readonly Sign[],
  sprites: Sprite[],
): { scene: Scene; position: Position } {
  const piles = new Map(legend.map(({ sign, pile }) => [sign, pile]));
  const columns = Math.max(1, rows[0]?.length ?? 1);
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
    piles: cells.map(({ x, y }) => piles.get(rows[y]![x] ?? '') ?? []),
  };
  return { scene, position };
}

/** The source with one sign of a level replaced; the rest of each line stays as it was. */
export function painted(text: string, level: SourceLevel, x: number, y: number, sign: string): string {
  const lines = text.split('\n');
  const index = level.line - 1 + y;
  const line = lines[index];
  if (line === undefined) return text;
  const at = line.length - line.trimStart().length + x;
  if (line[at]?.toLowerCase() === sign) return text;
  lines[index] = line.slice(0, at) + sign + line.slice(at + 1);
  return lines.join('\n');
}

export interface Size {
  rows: number;
  columns: number;
}

export const sizeOf = (level: SourceLevel): Size => ({
  rows: level.rows.length,
  columns: level.rows[0]?.length ?? 0,
});

/** The source with a level made larger or smaller on its right and at its bottom; `sign` fills what is new. */
export function resized(text: string, level: SourceLevel, size: Size, sign: string): string {
  const lines = text.split('\n');
  const old = lines.slice(level.line - 1, level.line - 1 + level.rows.length).map((line) => line.trim());
  const rows = Array.from({ length: Math.max(1, size.rows) }, (_, y) =>
    (old[y] ?? '').slice(0, size.columns).padEnd(Math.max(1, size.columns), sign),
  );
  lines.splice(level.line - 1, level.rows.length, ...rows);
  return lines.join('\n');
}

/** The levels as they lie in a text in which one of them has been given this size. */
export function relocated(
  text: string,
  levels: readonly SourceLevel[],
  changed: SourceLevel,
  size: Size,
): SourceLevel[] {
  const more = size.rows - changed.rows.length;
  const rows = text
    .split('\n')
    .slice(changed.line - 1, changed.line - 1 + size.rows)
    .map((row) => row.trim());
  return levels.map((one) => {
    if (one.level === changed.level) return { ...one, rows };
    return one.line > changed.line ? { ...one, line: one.line + more } : one;
  });
}

/** The source with one more level at its end: an empty field of the sign, of the size of the last level. */
export function withLevel(text: string, size: Size, sign: string): string {
  const row = sign.repeat(Math.max(1, size.columns));
  const rows = Array.from({ length: Math.max(1, size.rows) }, () => row);
  return `${text.trimEnd()}\n\n${rows.join('\n')}\n`;
}
