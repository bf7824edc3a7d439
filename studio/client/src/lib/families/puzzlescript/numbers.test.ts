import { expect, it } from 'vitest';
import type { Position, Scene } from '$lib/api/types';
import { numbers } from './numbers';

const scene = { rows: 2, columns: 3 } as Scene;
const move = (code: number) => numbers.move(scene, {} as Position, [code], {});

it('shows the objects of each cell, row by row, though the engine counts column by column', () => {
  // The second number of a game is how many layers it has.
  const cells = [
    [1, 0],
    [1, 3],
    [1, 0],
    [0, 0],
    [1, 4],
    [2, 0],
  ];
  const values = { program: [4, 2, 3, 2, 0, 0, 1, 1] };
  // What follows the cells, such as how many numbers chance has drawn, is not on the board.
  const { piles } = numbers.shown!([...cells.flat(), 0, 9], values, scene);
  expect(piles).toEqual([[0], [0], [0, 3], [0, 2], [], [1]]);
});

it('names each key as the server does', () => {
  const names = [0, 1, 2, 3, 4, 5].map((code) => move(code).move);
  expect(names).toEqual(['up', 'left', 'down', 'right', 'action', 'tick']);
});

it('tells a key in three steps', () => {
  const told = (code: number) => numbers.hint!(move(code));
  expect(told(3)).toEqual(['Press an arrow key.', 'Press the right key.', 'Press the right key.']);
  expect(told(4)[0]).toBe('Press the action key.');
  expect(new Set(told(5))).toEqual(new Set(['Wait for a tick of the clock.']));
});

it('reads what the engine says that keys ask for', async () => {
  const ask = (code: number[]) => Promise.resolve(code[0] === 3 ? [3, 17, 11] : []);
  const game = { ...scene, keys: ['up', 'right'], said: ['One', 'Two'] };
  const { asked } = await numbers.asked!(game, ask);
  expect(asked).toEqual({
    up: { sounds: [], messages: [] },
    right: { sounds: ['sfx3', 'cancel'], messages: [1] },
  });
  expect(await numbers.asked!(scene, ask)).toEqual({});
});
