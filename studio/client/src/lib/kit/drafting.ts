/** What makers share: boards written as rows of letters, and pictures of boards that cannot be played yet. */

import type { Family, Piece, Position, Scene } from '$lib/api/types';
import { PIECES } from './colours';
import type { Tool } from './family';

/** A name that no other tool of the palette has. */
export const toolName = (tool: Tool): string =>
  tool.kind === 'own' ? tool.name : Object.values(tool).join(' ');

/** The rows of a grid, however they were written. */
export function rowsOf(grid: unknown): string[] {
  if (Array.isArray(grid)) return grid.map(String);
  return String(grid ?? '')
    .split(/[\n/]/)
    .map((row) => row.trim())
    .filter(Boolean);
}

export const gridText = (rows: readonly string[]): string => `${rows.join('\n')}\n`;

export function setCell(rows: readonly string[], cell: number, letter: string): string[] {
  const columns = rows[0]!.length;
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return rows.map((text, index) =>
    index === row ? text.slice(0, column) + letter + text.slice(column + 1) : text,
  );
}

/** The letters on `from` cells moved on by as many rows and columns; null if they do not fit there. */
export function shifted(
  rows: readonly string[],
  letter: string,
  from: number,
  to: number,
  empty: string,
): string[] | null {
  const columns = rows[0]!.length;
  const place = (cell: number): [number, number] => [Math.floor(cell / columns), cell % columns];
  const [[row, column], [toRow, toColumn]] = [place(from), place(to)];
  const found = [...rows.join('')].map((one, cell) => ({ one, cell })).filter(({ one }) => one === letter);
  const targets = found.map(({ cell }) => {
    const [y, x] = [place(cell)[0] + toRow - row, place(cell)[1] + toColumn - column];
    return y >= 0 && y < rows.length && x >= 0 && x < columns ? y * columns + x : null;
  });
  const free = (cell: number | null) => cell !== null && ['.', 'o', letter].includes(cellOf(rows, cell));
  if (!targets.every(free)) return null;
  let moved: readonly string[] = rows;
  for (const { cell } of found) moved = setCell(moved, cell, empty);
  for (const cell of targets) moved = setCell(moved, cell!, letter);
  return [...moved];
}

export const cellOf = (rows: readonly string[], cell: number): string => {
  const columns = rows[0]!.length;
  return rows[Math.floor(cell / columns)]?.[cell % columns] ?? '';
};

export function resized(grid: readonly string[], rows: number, columns: number, empty: string): string[] {
  return Array.from({ length: rows }, (_, row) => (grid[row] ?? '').slice(0, columns).padEnd(columns, empty));
}

/** As in a spreadsheet: after column z come aa, ab, ... */
export function cellName(cell: number, columns: number): string {
  const column = cell % columns;
  const last = String.fromCharCode(97 + (column % 26));
  const first = column < 26 ? '' : String.fromCharCode(96 + Math.floor(column / 26));
  return `${first}${last}${Math.floor(cell / columns) + 1}`;
}

/** The numbers of the cells of a grid by their names. */
export const cellNumbers = (rows: number, columns: number): Map<string, number> =>
  new Map(Array.from({ length: rows * columns }, (_, cell) => [cellName(cell, columns), cell]));

export function gridScene(family: Family, rows: number, columns: number): Scene {
  return {
    family,
    kind: 'grid',
    metric: '',
    caption: '',
    rows,
    columns,
    width: columns - 1,
    height: rows - 1,
    cells: Array.from({ length: rows * columns }, (_, cell) => ({
      cell,
      name: cellName(cell, columns),
      x: cell % columns,
      y: Math.floor(cell / columns),
    })),
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
  };
}

export const still = (pieces: Piece[]): Position => ({
  state: '',
  solved: false,
  turn: null,
  reading: null,
  at_home: null,
  pieces,
  moves: [],
  refused: [],
});

export const standing = (id: string, token: string, cells: number[]): Piece => ({
  id,
  token,
  label: token,
  cells,
  home: false,
  name: token,
  movable: false,
});

/** Colours for letters that have none from the server yet: their own, or else the unused ones in turn. */
export function marked(letters: Iterable<string>, known?: Scene): Scene['tokens'] {
  const names = [...new Set(letters)].sort();
  const left = Object.keys(PIECES).filter((letter) => !names.includes(letter));
  const all = Object.keys(PIECES);
  let turn = 0;
  return names.map((token, number) => {
    const given = known?.tokens.find((one) => one.token === token);
    const mark = given?.mark ?? (token in PIECES ? token : (left.shift() ?? all[turn++ % all.length]!));
    return { token, label: token, mark, shape: null, role: null, number };
  });
}
