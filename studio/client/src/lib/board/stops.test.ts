import { describe, expect, it } from 'vitest';
import type { Move, Piece } from '$lib/api/types';
import { gridGeometry } from '$lib/kit/geometry';
import { directionOf } from './refusals';
import { dragTo, project, stopAt, stopsOf, towards } from './stops';

const geometry = gridGeometry(3, 6, { pitch: 100, margin: 24, radius: 30 });
const piece: Piece = {
  id: 'A',
  token: 'A',
  label: 'A',
  cells: [6, 7],
  home: false,
  name: 'piece A',
  movable: true,
};

const move = (name: string, cells: number[], path: [number, number][]): Move => ({
  move: name,
  piece: 'A',
  piece_after: 'A',
  direction: 'right',
  pass: false,
  cost: 1,
  from: 6,
  to: cells[0]!,
  cells,
  path,
  words: name,
  state: '',
});

const right = [1, 2, 3].map((n) =>
  move(
    `AR${n}`,
    [6 + n, 7 + n],
    [
      [0, 0],
      [n, 0],
    ],
  ),
);

describe('stops on one line', () => {
  const stops = stopsOf(geometry, piece, [...right, { ...right[0]!, piece: 'B' }]);
  const start = geometry.at(6);

  it('are the moves of the piece; all but the last are passed by', () => {
    expect(stops.map(({ move, passing }) => [move.move, passing])).toEqual([
      ['AR1', true],
      ['AR2', true],
      ['AR3', false],
    ]);
  });

  it('stand on the foremost newly covered cell', () => {
    expect(stops[2]!.lead.at).toEqual(geometry.at(10));
    expect(stops[2]!.lead.turn).toEqual({ x: 1, y: 0 });
  });

  it('take a drag at half a cell, and keep it on the line', () => {
    const drag = (dx: number, dy = 0) => dragTo(geometry, stops, start, { x: start.x + dx, y: start.y + dy });
    expect(drag(49).stop).toBeNull();
    expect(drag(51).stop?.move.move).toBe('AR1');
    expect(drag(151).stop?.move.move).toBe('AR2');
    expect(drag(900).stop?.move.move).toBe('AR3');
    expect(drag(900).at).toEqual({ x: start.x + 300, y: start.y });
    expect(drag(120, 80).at).toEqual({ x: start.x + 120, y: start.y });
    expect(drag(-80).stop).toBeNull();
  });

  it('answer a tap on the cell that the piece would cover', () => {
    expect(stopAt(geometry, stops, piece, 8)?.move.move).toBe('AR1');
    expect(stopAt(geometry, stops, piece, 10)?.move.move).toBe('AR3');
    expect(stopAt(geometry, stops, piece, 0)).toBeNull();
  });
});

describe('a slide to one far stop', () => {
  const far = stopsOf(geometry, piece, [right[2]!]);

  it('is taken at half a cell, not at half the way', () => {
    const start = geometry.at(6);
    expect(dragTo(geometry, far, start, { x: start.x + 55, y: start.y }).stop?.move.move).toBe('AR3');
  });

  it('is meant by a tap on any cell that it crosses', () => {
    expect(stopAt(geometry, far, piece, 8)?.move.move).toBe('AR3');
  });
});

describe('a way with a corner', () => {
  const bent = move(
    'AR1D1',
    [13, 14],
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  );
  const stops = stopsOf(geometry, piece, [bent]);

  it('is followed around the corner', () => {
    const start = geometry.at(6);
    const { at, stop } = dragTo(geometry, stops, start, { x: start.x + 100, y: start.y + 90 });
    expect(at).toEqual({ x: start.x + 100, y: start.y + 90 });
    expect(stop?.move.move).toBe('AR1D1');
  });
});

it('projects points onto lines', () => {
  const way = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  expect(project(way, { x: 4, y: 3 })).toEqual({ at: { x: 4, y: 0 }, far: 3, along: 4 });
  expect(project(way, { x: 14, y: 6 })).toEqual({ at: { x: 10, y: 6 }, far: 4, along: 16 });
});

it('finds what lies ahead of an arrow key, straight before aslant', () => {
  const here = { x: 0, y: 0 };
  const things = [
    { x: 10, y: 9 },
    { x: 14, y: 0 },
    { x: -5, y: 0 },
  ];
  expect(towards(things, (thing) => thing, here, { x: 1, y: 0 })).toBe(things[1]);
  expect(towards(things, (thing) => thing, here, { x: 0, y: -1 })).toBeNull();
});

it('names directions among four or eight, as the refusals do', () => {
  const refusal = (direction: 'left' | 'NE') => ({ piece: 'A', direction, to: null, reason: '' });
  expect(directionOf({ x: -9, y: 2 }, [refusal('left')])).toBe('left');
  expect(directionOf({ x: 0, y: -9 }, [refusal('left')])).toBe('up');
  expect(directionOf({ x: 5, y: -5 }, [refusal('NE')])).toBe('NE');
  expect(directionOf({ x: 0, y: 0 }, [])).toBeNull();
});
