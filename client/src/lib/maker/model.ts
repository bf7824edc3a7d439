/**
 * A board while it is being drawn: the keys of its TOML file, and what a stroke of a tool makes of them.
 *
 * These files know how each family's board is written, not how it is played. What is drawn may be unfinished, so
 * the picture is made here from the keys; whether the board is right, and what it is worth, the server says.
 */

import type { BoardKeys, Direction, Family, Piece, Position, Scene } from '$lib/api/types';
import { PIECES } from '$lib/board/colours';
import { blocks } from './blocks';
import { coroutine } from './coroutine';
import { pebbles } from './pebbles';
import { ricochet } from './ricochet';

export type Side = 'start' | 'goal';

export type Tool =
  | { kind: 'select' }
  | { kind: 'token'; token: string }
  | { kind: 'new' }
  | { kind: 'wall' }
  | { kind: 'thin' }
  | { kind: 'erase' }
  | { kind: 'hole' }
  | { kind: 'direction'; direction: Direction }
  | { kind: 'coin'; coin: 0 | 1 }
  | { kind: 'target' };

export interface Stroke {
  side: Side;
  cell: number;
  tool: Tool;
  /** The cell where the stroke began, and the token that it has drawn with since. */
  first: boolean;
  token: string | null;
  /** The side of the cell that is nearest to the pointer. */
  edge: 'left' | 'right' | 'up' | 'down';
}

export interface Stroked {
  keys: BoardKeys;
  token: string | null;
}

export interface Picture {
  scene: Scene;
  position: Position;
}

export interface Model {
  /** Whether start and goal are two boards. */
  sides: Side[];
  blank(): BoardKeys;
  size(keys: BoardKeys): { rows: number; columns: number } | null;
  resize(keys: BoardKeys, rows: number, columns: number): BoardKeys;
  tools(keys: BoardKeys, side: Side): Tool[];
  stroke(keys: BoardKeys, stroke: Stroke): Stroked;
  /** `known` is the last scene that the server gave: the shape of a graph comes from there. */
  picture(keys: BoardKeys, side: Side, known: Scene | null): Picture | null;
}

export const MODELS: Record<Family, Model> = { pebbles, blocks, ricochet, coroutine };

export const toolName = (tool: Tool): string => Object.values(tool).join(' ');

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

export const cellOf = (rows: readonly string[], cell: number): string => {
  const columns = rows[0]!.length;
  return rows[Math.floor(cell / columns)]?.[cell % columns] ?? '';
};

export function resized(grid: readonly string[], rows: number, columns: number, empty: string): string[] {
  return Array.from({ length: rows }, (_, row) => (grid[row] ?? '').slice(0, columns).padEnd(columns, empty));
}

export const cellName = (cell: number, columns: number): string =>
  String.fromCharCode(97 + (cell % columns)) + (Math.floor(cell / columns) + 1);

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

/** Colours for letters that the server has not given any yet: their own, else what is left, in turn. */
export function marked(letters: Iterable<string>, known: Scene | null): Scene['tokens'] {
  const names = [...new Set(letters)].sort();
  const left = Object.keys(PIECES).filter((letter) => !names.includes(letter));
  const all = Object.keys(PIECES);
  let turn = 0;
  return names.map((token, number) => {
    const given = known?.tokens.find((one) => one.token === token);
    const mark = given?.mark ?? (token in PIECES ? token : (left.shift() ?? all[turn++ % all.length]!));
    return { token, label: token, mark, role: null, number };
  });
}
