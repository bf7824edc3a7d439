import type { BoardKeys, Edge, Scene } from '$lib/api/types';
import { PIECES } from '$lib/kit/colours';
import {
  cellName,
  cellNumbers,
  cellOf,
  gridScene,
  gridText,
  marked,
  resized,
  rowsOf,
  setCell,
  standing,
  still,
} from '$lib/kit/drafting';
import { local } from '$lib/i18n/index.svelte';
import { coloursOf, diagonalsOf, pressed, SLANTS, type Slant, within, without } from './diagonals';
import { TEXTS } from './texts';
import type { Maker, Stroke, Stroked, Tool } from '$lib/kit/family';

const isTile = (letter: string): boolean => letter !== '.' && letter !== '#';

function goalRows(keys: BoardKeys): string[] {
  const rows = rowsOf(keys.board);
  const goal = rowsOf(keys.goal);
  if (keys.anywhere && goal.length) return goal;
  return resized(goal, rows.length, rows[0]?.length ?? 0, '.');
}

const lettersOf = (keys: BoardKeys): string[] =>
  [...new Set([...rowsOf(keys.board), ...goalRows(keys), ...coloursOf(keys)].join(''))].filter(isTile).sort();

const OPPOSITE: Record<Edge, { side: Edge; step: (columns: number) => number }> = {
  left: { side: 'right', step: () => -1 },
  right: { side: 'left', step: () => 1 },
  up: { side: 'down', step: (columns) => -columns },
  down: { side: 'up', step: (columns) => columns },
};

const wallsOf = (keys: BoardKeys): string[] => (Array.isArray(keys.walls) ? keys.walls.map(String) : []);

/** Removes a thin wall, whichever side it was written from, or adds it. */
function toggled(keys: BoardKeys, cell: number, edge: Edge, columns: number): BoardKeys {
  const other = OPPOSITE[edge];
  const names = [
    `${cellName(cell, columns)} ${edge}`,
    `${cellName(cell + other.step(columns), columns)} ${other.side}`,
  ];
  const walls = wallsOf(keys);
  const left = walls.filter((wall) => !names.includes(wall.trim()));
  return { ...keys, walls: left.length < walls.length ? left : [...walls, names[0]!] };
}

function barriers(keys: BoardKeys, rows: number, columns: number): Scene['barriers'] {
  const cells = cellNumbers(rows, columns);
  return wallsOf(keys).flatMap((wall) => {
    const [name = '', side] = wall.trim().split(/\s+/);
    const cell = cells.get(name);
    return cell === undefined ? [] : [{ cell, side: side as Edge }];
  });
}

function draw(keys: BoardKeys, { cell, tool, side, first, edge, token }: Stroke): Stroked {
  const onGoal = side === 'goal';
  const rows = onGoal ? goalRows(keys) : rowsOf(keys.board);
  if (tool.kind === 'thin') {
    return { keys: first && !onGoal ? toggled(keys, cell, edge, rows[0]!.length) : keys, token };
  }
  if (tool.kind === 'own') {
    const cellHere = cellName(cell, rows[0]!.length);
    const changed = () => pressed(keys, cellHere, tool.name as Slant, lettersOf({ ...keys, diagonals: [] }));
    return { keys: first && !onGoal && cellOf(rows, cell) !== '#' ? changed() : keys, token };
  }
  const here = cellOf(rows, cell);
  let letter: string | null = null;
  if (tool.kind === 'erase') letter = '.';
  if (tool.kind === 'wall' && !onGoal) letter = token ?? (first && here === '#' ? '.' : '#');
  if (tool.kind === 'token') letter = tool.token;
  if (letter === null) return { keys, token };
  const text = gridText(setCell(rows, cell, letter));
  if (onGoal) return { keys: { ...keys, goal: text }, token: letter };
  const kept = letter === '#' || letter === '.' ? without(keys, cellName(cell, rows[0]!.length)) : keys;
  return { keys: { ...kept, board: text }, token: letter };
}

export const maker: Maker = {
  sides: ['start', 'goal'],
  first: true,

  blank: () => ({
    family: 'ricochet',
    board: gridText(resized([], 8, 8, '.')),
    goal: gridText(resized([], 8, 8, '.')),
    edges: 'stop',
    anywhere: false,
  }),

  size: (keys) => ({ rows: rowsOf(keys.board).length, columns: rowsOf(keys.board)[0]?.length ?? 0 }),

  resize: (keys, rows, columns) => ({
    ...keys,
    board: gridText(resized(rowsOf(keys.board), rows, columns, '.')),
    goal: keys.anywhere ? keys.goal : gridText(resized(goalRows(keys), rows, columns, '.')),
    walls: wallsOf(keys).filter((wall) => cellNumbers(rows, columns).has(wall.trim().split(/\s+/)[0]!)),
    ...(keys.diagonals ? { diagonals: within(keys, rows, columns) } : {}),
  }),

  tools: (keys, side): Tool[] => {
    const letters = [...Object.keys(PIECES), ...lettersOf(keys).filter((letter) => !(letter in PIECES))];
    const tokens: Tool[] = letters.map((token) => ({ kind: 'token', token }));
    return side === 'goal'
      ? [...tokens, { kind: 'erase' }]
      : [
          ...tokens,
          { kind: 'wall' },
          { kind: 'thin' },
          ...SLANTS.map((name): Tool => ({ kind: 'own', name })),
          { kind: 'erase' },
        ];
  },

  toolLabel: (name) => (name === 'rising' || name === 'falling' ? local(TEXTS[name]) : null),

  stroke: draw,

  move(keys, side, from, to) {
    const rows = side === 'goal' ? goalRows(keys) : rowsOf(keys.board);
    const letter = cellOf(rows, from);
    if (!isTile(letter) || isTile(cellOf(rows, to)) || cellOf(rows, to) === '#') return keys;
    const text = gridText(setCell(setCell(rows, from, '.'), to, letter));
    return side === 'goal' ? { ...keys, goal: text } : { ...keys, board: text };
  },

  picture(keys, side, known) {
    const start = rowsOf(keys.board);
    const columns = start[0]?.length ?? 0;
    const rows = side === 'goal' ? goalRows(keys) : start;
    const scene = gridScene('ricochet', rows.length, rows[0]?.length ?? 0);
    scene.tokens = marked(lettersOf(keys), known?.scene);
    const sameSize = rows.length === start.length && rows[0]?.length === columns;
    if (sameSize) {
      scene.stones = [...start.join('')].flatMap((letter, cell) => (letter === '#' ? [cell] : []));
      scene.barriers = barriers(keys, rows.length, columns);
      scene.diagonals = diagonalsOf(keys, rows.length, columns);
      scene.open_rim = keys.edges === 'open';
    }
    const letters = [...rows.join('')]
      .map((letter, cell) => ({ letter, cell }))
      .filter(({ letter }) => isTile(letter));
    if (side === 'goal') {
      scene.goals = letters.map(({ letter, cell }) => ({ cell, token: letter, piece: null }));
      return { scene, position: still([]) };
    }
    return { scene, position: still(letters.map(({ letter, cell }) => standing(`${cell}`, letter, [cell]))) };
  },
};
