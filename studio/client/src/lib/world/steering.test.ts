import { expect, it } from 'vitest';
import { Steering } from './steering';

function pad(axes: number[], ...pressed: number[]): Gamepad {
  const buttons = Array.from({ length: 16 }, (_, number) => ({ pressed: pressed.includes(number) }));
  return { connected: true, mapping: 'standard', axes, buttons } as unknown as Gamepad;
}

function listened(): { told: unknown[][]; steering: Steering } {
  const told: unknown[][] = [];
  const steering = new Steering({
    steer: (dx, dy) => told.push([dx, dy]),
    go: () => told.push(['go']),
    leave: () => told.push(['leave']),
    pause: () => told.push(['pause']),
  });
  return { told, steering };
}

it('tells a direction when it changes', () => {
  const { told, steering } = listened();
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
  const { told, steering } = listened();
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

it('aims with the right stick of a gamepad, and goes there once for each press', () => {
  const { told, steering } = listened();
  steering.poll([pad([0, 0, 0.2, -0.2])]);
  expect(steering.aim, 'a stick is never quite at rest').toEqual([0, 0]);
  steering.poll([pad([0, 0, 0.6, -0.3])]);
  expect(steering.aim).toEqual([0.6, 0.3]);
  steering.poll([pad([0, 0], 2)]);
  steering.poll([pad([0, 0], 2)]);
  steering.poll([pad([0, 0])]);
  steering.poll([pad([0, 0], 5)]);
  steering.poll([pad([0, 0], 1)]);
  steering.poll([pad([0, 0], 9)]);
  expect(told).toEqual([['go'], ['go'], ['leave'], ['pause']]);
  expect(steering.aim).toEqual([0, 0]);
});

it('aims with no gamepad whose layout is unknown: a trigger never rests in the middle', () => {
  const { told, steering } = listened();
  steering.poll([{ ...pad([1, 0, -1, -1], 2), mapping: '' }]);
  expect(steering.aim).toEqual([0, 0]);
  expect(told).toEqual([[1, 0]]);
});
