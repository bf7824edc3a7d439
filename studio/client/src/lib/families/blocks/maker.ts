import type { BoardKeys, Edge, Piece, Scene } from '$lib/api/types';
import { local } from '$lib/i18n/index.svelte';
import {
  cellOf,
  gridScene,
  gridText,
  resized,
  rowsOf,
  setCell,
  shifted,
  standing,
  still,
} from '$lib/kit/drafting';
import type { Maker, Side, Stroke, Stroked, Tool } from '$lib/kit/family';
import { TEXTS } from './texts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz'];
const EMPTY = new Set(['.', 'o']);
const WALLS = new Set(['#', 'x']);
const isPiece = (letter: string): boolean => Boolean(letter) && !EMPTY.has(letter) && !WALLS.has(letter);

export interface Exit {
  piece: string;
  exit: Edge;
}

export const exitOf = (keys: BoardKeys): Exit | null =>
  typeof keys.goal === 'object' && keys.goal !== null && !Array.isArray(keys.goal)
    ? (keys.goal as Exit)
    : null;

/** The rows of the board with one sign for free cells and one for walls: two on one board are an error. */
export const boardRows = (keys: BoardKeys): string[] =>
  rowsOf(keys.board).map((row) => row.replaceAll('o', '.').replaceAll('x', '#'));

export const lettersOf = (rows: readonly string[]): string[] =>
  [...new Set(rows.join(''))].filter(isPiece).sort();

function goalRows(keys: BoardKeys): string[] {
  const rows = boardRows(keys);
  const goal = exitOf(keys) || keys.goal === undefined ? [] : rowsOf(keys.goal);
  return resized(goal, rows.length, rows[0]!.length, '.');
}

function piecesOf(rows: readonly string[]): Piece[] {
  const cells = new Map<string, number[]>();
  [...rows.join('')].forEach((letter, cell) => {
    if (isPiece(letter)) cells.set(letter, [...(cells.get(letter) ?? []), cell]);
  });
  return [...cells].map(([letter, covered]) => standing(letter, letter, covered));
}

function roleOf(piece: Piece, columns: number, named: Set<string>): string {
  if (named.has(piece.id)) return 'runner';
  const rows = new Set(piece.cells.map((cell) => Math.floor(cell / columns)));
  const across = new Set(piece.cells.map((cell) => cell % columns));
  return rows.size > across.size ? 'standing' : 'lying';
}

function gateOf(keys: BoardKeys, pieces: Piece[], rows: number, columns: number): Scene['gate'] {
  const exit = exitOf(keys);
  const piece = exit && pieces.find(({ id }) => id === exit.piece);
  if (!exit || !piece) return null;
  const upright = exit.exit === 'left' || exit.exit === 'right';
  const free = keys.movement === 'free';
  const lines = free
    ? Array.from({ length: upright ? rows : columns }, (_, index) => index)
    : [...new Set(piece.cells.map((cell) => (upright ? Math.floor(cell / columns) : cell % columns)))];
  const rim = { left: 0, right: columns - 1, up: 0, down: rows - 1 }[exit.exit];
  const cells = lines.map((line) => (upright ? line * columns + rim : rim * columns + line));
  return { edge: exit.exit, piece: exit.piece, cells };
}

function draw(keys: BoardKeys, { cell, tool, token, first, side }: Stroke): Stroked {
  const onGoal = side === 'goal';
  const start = boardRows(keys);
  const rows = onGoal ? goalRows(keys) : start;
  const write = (letter: string): BoardKeys => {
    const text = gridText(setCell(rows, cell, letter));
    return onGoal ? { ...keys, goal: text } : { ...keys, board: text };
  };
  if (tool.kind === 'erase') return { keys: write('.'), token };
  if (tool.kind === 'wall') return { keys: write(first && WALLS.has(cellOf(rows, cell)) ? '.' : '#'), token };
  if (tool.kind === 'new') {
    const letter = token ?? LETTERS.find((one) => !lettersOf(start).includes(one)) ?? 'Z';
    return { keys: write(letter), token: letter };
  }
  if (tool.kind === 'token') return { keys: write(tool.token), token: tool.token };
  return { keys, token };
}

export const maker: Maker = {
  sides: ['start', 'goal'],
  coloursByRole: true,

  blank: () => ({
    family: 'blocks',
    board: gridText(resized(['', '', '.AA...'], 6, 6, '.')),
    movement: 'axis',
    metric: 'slide',
    goal: { piece: 'A', exit: 'right' },
  }),

  size: (keys) => ({ rows: boardRows(keys).length, columns: boardRows(keys)[0]?.length ?? 0 }),

  resize: (keys, rows, columns) => ({
    ...keys,
    board: gridText(resized(boardRows(keys), rows, columns, '.')),
    ...(exitOf(keys) || keys.goal === undefined
      ? {}
      : { goal: gridText(resized(goalRows(keys), rows, columns, '.')) }),
  }),

  tools: (keys, side): Tool[] => {
    const letters: Tool[] = lettersOf(boardRows(keys)).map((token) => ({ kind: 'token', token }));
    if (side === 'goal') return exitOf(keys) ? [] : [...letters, { kind: 'erase' }];
    return [{ kind: 'new' }, ...letters, { kind: 'wall' }, { kind: 'erase' }];
  },

  toolLabel: (name) => (name === 'new' ? local(TEXTS.newBlock) : null),

  shows: (keys) => (exitOf(keys) ? ['start'] : ['start', 'goal']),

  move(keys, side, from, to) {
    const rows = side === 'goal' ? goalRows(keys) : boardRows(keys);
    const letter = cellOf(rows, from);
    const moved = isPiece(letter) ? shifted(rows, letter, from, to, '.') : null;
    if (!moved) return keys;
    return side === 'goal' ? { ...keys, goal: gridText(moved) } : { ...keys, board: gridText(moved) };
  },

  stroke: (keys, stroke) =>
    stroke.side === 'goal' && exitOf(keys) ? { keys, token: null } : draw(keys, stroke),

  picture(keys, side: Side, known) {
    const rows = boardRows(keys);
    const columns = rows[0]?.length ?? 0;
    const all = piecesOf(rows);
    const named = new Set(exitOf(keys) ? [exitOf(keys)!.piece] : lettersOf(goalRows(keys)));
    const scene = gridScene('blocks', rows.length, columns);
    scene.stones = [...rows.join('')].flatMap((letter, cell) => (WALLS.has(letter) ? [cell] : []));
    scene.gate = gateOf(keys, all, rows.length, columns);
    scene.tokens = all.map((piece, number) => ({
      token: piece.id,
      label: piece.id,
      mark: null,
      shape: null,
      role:
        known?.scene.tokens.find(({ token }) => token === piece.id)?.role ?? roleOf(piece, columns, named),
      number,
    }));
    if (side === 'start') return { scene, position: still(all) };
    const goal = exitOf(keys);
    return {
      scene,
      position: still(goal ? all.filter(({ id }) => id === goal.piece) : piecesOf(goalRows(keys))),
    };
  },
};
