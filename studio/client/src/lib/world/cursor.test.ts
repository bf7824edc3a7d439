import { expect, it } from 'vitest';
import { Cursor } from './cursor';

const PLAYER = { x: 4, y: 1 };

it('begins at the player and moves by steps, within the world', () => {
  const cursor = new Cursor([20, 10]);
  expect(cursor.at).toBeNull();
  cursor.step([1, 0], false, PLAYER);
  expect(cursor.at).toEqual({ x: 4.5, y: 1 });
  cursor.step([0, 1], true, { x: 9, y: 9 });
  expect(cursor.at).toEqual({ x: 4.5, y: 4 });
  for (let n = 0; n < 9; n++) cursor.step([-1, -1], true, PLAYER);
  expect(cursor.at).toEqual({ x: 0, y: 0 });
  cursor.leave();
  expect(cursor.at).toBeNull();
});

it('glides as far as the stick is held, and does not leap after a pause', () => {
  const cursor = new Cursor([20, 10]);
  cursor.glide([0, 0], 50, PLAYER);
  expect(cursor.at, 'a stick at rest shows no cursor').toBeNull();
  cursor.glide([0.5, 0], 50, PLAYER);
  expect(cursor.at!.x).toBeCloseTo(4.25);
  cursor.glide([1, 0], 60_000, PLAYER);
  expect(cursor.at!.x).toBeCloseTo(5.25);
});
