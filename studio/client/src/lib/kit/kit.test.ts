import { describe, expect, it } from 'vitest';
import type { Position } from '$lib/api/types';
import { BOARD, tokenLooks } from './colours';
import { gridScene, standing, still } from './drafting';
import { graphGeometry, gridGeometry, hull, isBetween } from './geometry';
import { keyed } from './keys';
import { loops, outline } from './outline';

describe('pieces keep their keys', () => {
  const at = (...places: [string, number][]): Position =>
    still(places.map(([token, cell]) => standing(`${cell}`, token, [cell])));

  it('over a move, though their id is their cell', () => {
    const before = keyed([], at(['R', 0], ['R', 1], ['G', 2]));
    const after = keyed(before, at(['R', 0], ['G', 2], ['R', 5]), { from: '1', to: '5' });
    const key = (cell: number) => after.find((piece) => piece.cells[0] === cell)!.key;
    expect(key(5)).toBe(before.find((piece) => piece.cells[0] === 1)!.key);
    expect(key(0)).toBe(before.find((piece) => piece.cells[0] === 0)!.key);
    expect(after.map((piece) => piece.key)).toEqual(before.map((piece) => piece.key));
  });

  it('over a jump to any position: like pieces stand for each other, each once', () => {
    const before = keyed([], at(['R', 0], ['R', 1], ['G', 2]));
    const after = keyed(before, at(['G', 7], ['R', 8], ['R', 9]));
    expect(new Set(after.map((piece) => piece.key)).size).toBe(3);
    expect(after.find((piece) => piece.token === 'G')!.key).toBe(
      before.find((piece) => piece.token === 'G')!.key,
    );
  });

  it('where they turn in place, though their kind changes', () => {
    const before = keyed([], at(['on', 0], ['off', 1]));
    const after = keyed(before, at(['off', 0], ['on', 1]), { from: '0', to: '0', inPlace: true });
    const key = (pieces: typeof after, cell: number) => pieces.find((one) => one.cells[0] === cell)!.key;
    expect([key(after, 0), key(after, 1)]).toEqual([key(before, 0), key(before, 1)]);
  });

  it('and new ones get keys of their own', () => {
    const before = keyed([], at(['R', 0]));
    const after = keyed(before, at(['R', 0], ['B', 1]));
    expect(new Set(after.map((piece) => piece.key)).size).toBe(2);
  });
});

describe('outlines', () => {
  it('go once around a piece', () => {
    expect(
      loops([
        [0, 0],
        [1, 0],
      ]),
    ).toEqual([
      [
        [2, 0],
        [2, 1],
        [0, 1],
        [0, 0],
      ],
    ]);
  });

  it('go around holes, too', () => {
    const ring: [number, number][] = [0, 1, 2].flatMap((y) =>
      [0, 1, 2].filter((x) => x !== 1 || y !== 1).map((x): [number, number] => [x, y]),
    );
    expect(loops(ring).map((corners) => corners.length)).toEqual([4, 4]);
  });

  it('keep two cells that touch at a corner apart', () => {
    expect(
      loops([
        [0, 0],
        [1, 1],
      ]).map((corners) => corners.length),
    ).toEqual([4, 4]);
  });

  it('stay inside the cells', () => {
    const numbers = outline([[0, 0]], 100, 7, 20)
      .match(/-?\d+(\.\d+)?/g)!
      .map(Number);
    expect(Math.min(...numbers)).toBe(-43);
    expect(Math.max(...numbers)).toBe(43);
  });
});

describe('geometry', () => {
  it('finds the cell under a point, and none on the rim', () => {
    const geometry = gridGeometry(6, 6, { pitch: 100, margin: 24, radius: 30 });
    expect(geometry.cellAt(geometry.at(14))).toBe(14);
    expect(geometry.cellAt({ x: 5, y: 300 })).toBeNull();
  });

  it('shrinks pieces where the cells of a graph stand close', () => {
    const cells = [0, 0.5, 1.5].map((x, cell) => ({ cell, name: `${cell}`, x, y: 0 }));
    const scene = { ...gridScene('any', 1, 3), kind: 'graph' as const, cells, width: 1.5, height: 0 };
    expect(graphGeometry(scene, { pitch: 115, margin: 72 }).size).toBe(0.5);
  });

  it('knows hulls, and what lies between', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
      { x: 1, y: 1 },
    ];
    expect(hull(square)).toHaveLength(4);
    expect(isBetween(square[0]!, square[2]!, square[4]!, 0.1)).toBe(true);
    expect(isBetween(square[0]!, square[1]!, square[4]!, 0.1)).toBe(false);
  });
});

it('gives a shape to the first token of a colour only', () => {
  const scene = gridScene('any', 1, 1);
  scene.tokens = [
    { token: 'A', label: 'A', mark: 'R', shape: null, role: null, number: 0 },
    { token: 'R', label: 'R', mark: 'R', shape: null, role: null, number: 1 },
  ];
  const looks = tokenLooks(scene);
  expect(looks.get('R')!.shape).toBe('triangle');
  expect(looks.get('A')!.shape).toBeNull();
});

it('gives a role its colour, and a role that nobody knows a plain one', () => {
  const scene = gridScene('any', 1, 1);
  scene.tokens = ['runner', 'other'].map((role, number) => ({
    token: role,
    label: role,
    mark: null,
    shape: null,
    role,
    number,
  }));
  const looks = tokenLooks(scene, { runner: '#f00' });
  expect(looks.get('runner')!.colour).toBe('#f00');
  expect(looks.get('other')!.colour).toBe(BOARD.piece);
});
