import { expect, it } from 'vitest';
import { Steering } from './steering';

function pad(axes: number[], ...pressed: number[]): Gamepad {
  const buttons = Array.from({ length: 16 }, (_, number) => ({ pressed: pressed.includes(number) }));
  return { connected: true, axes, buttons } as unknown as Gamepad;
}

it('tells a direction when it changes', () => {
  const told: number[][] = [];
  const steering = new Steering((dx, dy) => told.push([dx, dy]));
  expect(steering.press('KeyD')).toBe(true);
  steering.press('KeyD');
  steering.press('KeyW');
  expect(steering.press('KeyP')).toBe(false);
  steering.release('KeyD');
  steering.press('KeyS');
  steering.letGo();
  expect(told).toEqual([
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ]);
});

it('hears sticks, crosses and the jump button of a gamepad', () => {
  const told: number[][] = [];
  const steering = new Steering((dx, dy) => told.push([dx, dy]));
  steering.poll([null, pad([0.1, -0.2])]);
  steering.poll([pad([0.61, 0])]);
  steering.poll([pad([0.6, 0])]);
  steering.poll([pad([1, 0], 0)]);
  steering.poll([pad([0, 1])]);
  steering.poll([pad([0, 0], 14)]);
  steering.poll([]);
  expect(told).toEqual([
    [0.5, 0],
    [1, 1],
    [0, -1],
    [-1, 0],
    [0, 0],
  ]);
});
