import type { BoardKeys, Direction } from '$lib/api/types';
import { local } from '$lib/i18n/index.svelte';
import { cellName, gridScene, standing, still } from '$lib/kit/drafting';
import { COMPASS as WAYS } from '$lib/kit/directions';
import type { Maker, Stroke, Stroked, Tool } from '$lib/kit/family';
import { TEXTS } from './texts';

const COMPASS: Direction[] = WAYS.map(({ name }) => name);
const WORDS = new Map(WAYS.map(({ name, words }) => [String(name), words]));

const squaresOf = (keys: BoardKeys): string[][] =>
  (Array.isArray(keys.squares) ? (keys.squares as unknown[][]) : []).map((row) => row.map(String));

const directionsOf = (text: string): Direction[] =>
  text
    .trim()
    .split(/[\s+]+/)
    .filter((word): word is Direction => COMPASS.includes(word as Direction));

function cellNumber(name: unknown, columns: number): number | null {
  const text = String(name ?? '').trim();
  const column = text.charCodeAt(0) - 97;
  const row = Number(text.slice(1)) - 1;
  return Number.isInteger(row) && row >= 0 && column >= 0 && column < columns ? row * columns + column : null;
}

function placesOf(keys: BoardKeys): {
  coins: [number, number];
  target: number | null;
  rows: number;
  columns: number;
} {
  const squares = squaresOf(keys);
  const [rows, columns] = [squares.length, squares[0]?.length ?? 0];
  const written = Array.isArray(keys.coins) ? keys.coins : [];
  const middle = rows % 2 && columns % 2 ? ((rows - 1) / 2) * columns + (columns - 1) / 2 : null;
  return {
    coins: [cellNumber(written[0], columns) ?? 0, cellNumber(written[1], columns) ?? rows * columns - 1],
    target: cellNumber(keys.target, columns) ?? middle,
    rows,
    columns,
  };
}

function draw(keys: BoardKeys, { cell, tool, first, token }: Stroke): Stroked {
  const { coins, columns } = placesOf(keys);
  const [what, which] = tool.kind === 'own' ? tool.name.split(' ') : [tool.kind];
  if (what === 'target') return { keys: { ...keys, target: cellName(cell, columns) }, token };
  if (what === 'coin') {
    const next = coins.map((old, coin) => (coin === Number(which) ? cell : old));
    return { keys: { ...keys, coins: next.map((one) => cellName(one, columns)) }, token };
  }
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const squares = squaresOf(keys);
  const here = directionsOf(squares[row]![column]!);
  if (what === 'erase') squares[row]![column] = '';
  else if (what === 'direction' && first) {
    const direction = which as Direction;
    const next = here.includes(direction) ? here.filter((one) => one !== direction) : [...here, direction];
    squares[row]![column] = COMPASS.filter((one) => next.includes(one)).join(' ');
  }
  return { keys: { ...keys, squares }, token };
}

export const maker: Maker = {
  sides: ['start'],

  blank: () => ({
    family: 'coroutine',
    squares: [
      ['N', 'W', 'N'],
      ['N W', '', 'W'],
      ['N', 'E W', 'N E'],
    ],
    metric: 'turns',
    rule: 'other',
  }),

  size: (keys) => ({ rows: placesOf(keys).rows, columns: placesOf(keys).columns }),

  resize(keys, rows, columns) {
    const squares = squaresOf(keys);
    const next = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => squares[row]?.[column] ?? ''),
    );
    const rest: BoardKeys = { ...keys, squares: next };
    // Places that may be off the new grid fall back to their defaults.
    delete rest.coins;
    rest.target = cellName(Math.floor(rows / 2) * columns + Math.floor(columns / 2), columns);
    return rest;
  },

  tools: (): Tool[] => [
    ...[...COMPASS.map((direction) => `direction ${direction}`), 'coin 0', 'coin 1', 'target'].map(
      (name): Tool => ({ kind: 'own', name }),
    ),
    { kind: 'erase' },
  ],

  toolLabel(name) {
    const [what, which = ''] = name.split(' ');
    if (what === 'target') return local(TEXTS.target);
    if (what === 'coin') return local(TEXTS.coin, { coin: Number(which) });
    const words = what === 'direction' ? WORDS.get(which) : undefined;
    return words ? local(TEXTS.direction, { direction: local(words) }) : null;
  },

  stroke: draw,

  move(keys, _side, from, to) {
    const { coins, columns } = placesOf(keys);
    if (!coins.includes(from) || coins.includes(to)) return keys;
    return { ...keys, coins: coins.map((coin) => cellName(coin === from ? to : coin, columns)) };
  },

  picture(keys) {
    const { coins, target, rows, columns } = placesOf(keys);
    const scene = gridScene('coroutine', rows, columns);
    scene.squares = squaresOf(keys)
      .flat()
      .map((text, cell) => ({ cell, directions: directionsOf(text) }));
    scene.target = target;
    scene.tokens = ['0', '1'].map((token, number) => ({
      token,
      label: token,
      mark: null,
      shape: null,
      role: `coin${token}`,
      number,
    }));
    return { scene, position: still(coins.map((cell, coin) => standing(`${coin}`, `${coin}`, [cell]))) };
  },
};
