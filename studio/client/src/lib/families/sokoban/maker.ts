import type { BoardKeys } from '$lib/api/types';
import { local } from '$lib/i18n/index.svelte';
import { cellOf, gridScene, gridText, resized, setCell, standing, still } from '$lib/kit/drafting';
import type { Maker, Stroke, Stroked, Tool } from '$lib/kit/family';
import { boardRows, FLOOR, meaning, signOf, WALL } from './signs';
import { TEXTS } from './texts';

const OWN = ['floor', 'goal', 'box', 'pusher'] as const;

/** The board without the player that it has. */
function withoutPlayer(rows: string[]): string[] {
  return rows.map((row) => row.replaceAll('@', FLOOR).replaceAll('+', '.'));
}

/** What a tool makes of a cell. A press on a goal or a box takes it away; a stroke goes on as it began. */
function drawn(rows: string[], cell: number, name: string, adds: boolean): string[] {
  const { thing, goal } = meaning(cellOf(rows, cell));
  if (name === 'floor') return setCell(rows, cell, FLOOR);
  if (name === 'pusher') return setCell(withoutPlayer(rows), cell, signOf('pusher', goal));
  if (name === 'goal') return setCell(rows, cell, signOf(thing, adds));
  return thing === 'pusher' ? rows : setCell(rows, cell, signOf(adds ? 'box' : null, goal));
}

function draw(keys: BoardKeys, { cell, tool, first, token }: Stroke): Stroked {
  const rows = boardRows(keys.board);
  const sign = cellOf(rows, cell);
  const { thing, goal } = meaning(sign);
  const name = tool.kind === 'own' ? tool.name : '';
  const has = tool.kind === 'wall' ? sign === WALL : name === 'goal' ? goal : thing === name;
  const adds = first ? !has : token === 'add';
  let next: string[];
  if (tool.kind === 'wall') next = setCell(rows, cell, adds ? WALL : FLOOR);
  else if (tool.kind === 'own') next = drawn(rows, cell, name, adds);
  else return { keys, token };
  return { keys: { ...keys, board: gridText(next) }, token: adds ? 'add' : 'take' };
}

export const maker: Maker = {
  sides: ['start'],

  blank: () => ({
    family: 'sokoban',
    board: gridText(['########', '#------#', '#-.--$-#', '#------#', '#--@---#', '#------#', '########']),
    metric: 'moves',
  }),

  size: (keys) => {
    const rows = boardRows(keys.board);
    return { rows: rows.length, columns: rows[0]?.length ?? 0 };
  },

  resize: (keys, rows, columns) => ({
    ...keys,
    board: gridText(resized(boardRows(keys.board), rows, columns, FLOOR)),
  }),

  tools: (): Tool[] => [{ kind: 'wall' }, ...OWN.map((name): Tool => ({ kind: 'own', name }))],

  toolLabel: (name) => {
    const own = OWN.find((one) => one === name);
    return own ? local(TEXTS[own]) : null;
  },

  stroke: draw,

  move(keys, _side, from, to) {
    const rows = boardRows(keys.board);
    const [here, there] = [meaning(cellOf(rows, from)), meaning(cellOf(rows, to))];
    if (!here.thing || there.thing || cellOf(rows, to) === WALL) return keys;
    const left = setCell(rows, from, signOf(null, here.goal));
    return { ...keys, board: gridText(setCell(left, to, signOf(here.thing, there.goal))) };
  },

  picture(keys) {
    const rows = boardRows(keys.board);
    const scene = gridScene('sokoban', rows.length, rows[0]?.length ?? 0);
    const cells = [...rows.join('')].map((sign, cell) => ({ sign, cell, ...meaning(sign) }));
    scene.stones = cells.filter(({ sign }) => sign === WALL).map(({ cell }) => cell);
    scene.goals = cells.filter(({ goal }) => goal).map(({ cell }) => ({ cell, token: 'box', piece: null }));
    const pieces = cells.flatMap(({ thing, cell, goal }) =>
      thing ? [{ ...standing(`${cell}`, thing, [cell]), home: thing === 'box' && goal }] : [],
    );
    return { scene, position: still(pieces) };
  },
};
