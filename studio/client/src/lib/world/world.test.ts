import { describe, expect, it } from 'vitest';
import { frameOf } from './art';
import { Camera } from './camera';
import { DELAY, Interpolator } from './interpolation';
import { eventsOf } from './events';
import type { Description, Frame, Placed } from './types';

const person = (number: number, x: number, y = 1): Placed => [number, x, y, 1, 0, 0, 'player'];

const frame = (tick: number, more: Partial<Frame> = {}): Frame => ({
  tick,
  status: 'playing',
  score: 0,
  collected: {},
  answer: '',
  target: null,
  way: [],
  characters: [person(1, tick / 20)],
  words: {},
  items: [7, 8],
  added: {},
  shut: [3],
  waiting: [4],
  crates: [],
  lifts: [],
  round: 1,
  paused: false,
  moving: true,
  ...more,
});

describe('the interpolator between two frames', () => {
  /** A frame every 50 ms, shown 60 times a second. */
  function shown(frames: number, lost: number[] = []): number[] {
    const interpolator = new Interpolator();
    const seen: number[] = [];
    for (let ms = 0; ms < frames * 50; ms++) {
      if (ms % 50 === 0 && !lost.includes(ms / 50)) interpolator.add(frame((ms / 50) * 3), ms);
      if (ms % 17 === 0) seen.push(interpolator.at(ms)!.characters[0]!.x);
    }
    return seen;
  }

  it('goes forward evenly, a little behind the newest frame', () => {
    const seen = shown(60);
    const steps = seen.slice(60).map((x, index) => x - seen[index + 59]!);
    const even = (17 * 0.06) / 20;
    for (const step of steps) expect(Math.abs(step - even)).toBeLessThan(even * 0.5);
    expect(seen.at(-1)! * 20).toBeGreaterThan(59 * 3 - 2 * DELAY);
    expect(seen.at(-1)! * 20).toBeLessThanOrEqual(59 * 3);
  });

  it('never goes back, and never beyond what the server told, where frames are late', () => {
    const seen = shown(60, [20, 21, 22, 23, 40]);
    seen.slice(1).forEach((x, index) => expect(x).toBeGreaterThanOrEqual(seen[index]!));
  });

  it('slides crates between frames, and does not slide one that was put back', () => {
    const interpolator = new Interpolator();
    const seen: number[] = [];
    for (let ms = 0; ms < 2000; ms += 10) {
      const tick = (ms / 50) * 3;
      // It slides by a metre a second, and after a second it is put back to where it began.
      const x = tick < 60 ? 4 + tick / 60 : 20;
      if (ms % 50 === 0) interpolator.add(frame(tick, { crates: [[9, x, 1]] }), ms);
      seen.push(interpolator.at(ms)!.crates[0]![1]);
    }
    const slides = seen.filter((x) => x < 20);
    expect(new Set(slides).size).toBeGreaterThan(50);
    slides.slice(1).forEach((x, index) => expect(x - slides[index]!).toBeLessThan(0.05));
    expect(Math.max(...slides)).toBeLessThan(5);
    expect(seen.at(-1)).toBe(20);
  });

  it('starts again with a new round, and does not slide characters that were moved elsewhere', () => {
    const interpolator = new Interpolator();
    interpolator.add(frame(300), 0);
    interpolator.add(frame(0, { round: 2 }), 50);
    expect(interpolator.at(60)!.characters[0]!.x).toBe(0);
    interpolator.add(frame(3, { round: 2, characters: [person(1, 15)] }), 100);
    for (let ms = 60; ms < 400; ms += 17) expect([0, 15]).toContain(interpolator.at(ms)!.characters[0]!.x);
  });
});

describe('the camera', () => {
  it('maps a click to the world, under scrolling too', () => {
    const camera = new Camera([74, 20]);
    camera.resize(900, 430);
    camera.follow(60, 12, 16);
    const there = camera.toScreen(61.5, 9.25);
    expect(camera.toWorld(there.x, there.y).x).toBeCloseTo(61.5, 6);
    expect(camera.toWorld(there.x, there.y).y).toBeCloseTo(9.25, 6);
  });

  it('shows nothing outside the world, and as much of it as fits', () => {
    for (const [width, height] of [
      [853, 485],
      [358, 358],
      [1200, 300],
    ] as const) {
      const camera = new Camera([22, 12.5]);
      camera.resize(width, height);
      for (const [x, y] of [
        [0, 0],
        [22, 12.5],
      ] as const) {
        camera.look(x, y);
        const [low, high] = [camera.toWorld(0, height), camera.toWorld(width, 0)];
        expect(low.x).toBeGreaterThanOrEqual(-1e-9);
        expect(low.y).toBeGreaterThanOrEqual(-1e-9);
        expect(high.x).toBeLessThanOrEqual(22 + 1e-9);
        expect(high.y).toBeLessThanOrEqual(12.5 + 1e-9);
      }
    }
  });

  it('follows softly, and leaves who it follows on the screen', () => {
    const camera = new Camera([74, 20]);
    camera.resize(900, 430);
    camera.follow(5, 2, 16);
    let x = 5;
    for (let step = 0; step < 400; step++) {
      x += 3 / 60;
      const before = camera.x;
      camera.follow(x, 2, 1000 / 60);
      expect(camera.x - before).toBeLessThan(0.2);
      expect(camera.toScreen(x, 2).x).toBeLessThan(900 * 0.75);
    }
  });
});

describe('what happened', () => {
  const who = {
    items: { 7: ['banana', 6, 4], 8: ['banana', 9, 1] },
    characters: { 1: { name: 'player' }, 2: { name: 'Berta' } },
  } as unknown as Description;
  const words = { banana: 'banane' };
  const keys = (a: Frame, b: Frame) => eventsOf(a, b, who, words).map((one) => one.key);

  it('tells what I took from what somebody else took', () => {
    const after = frame(3, { items: [], collected: { banana: 1 } });
    expect(keys(frame(0), after)).toEqual(['world_took', 'world_taken']);
    expect(eventsOf(frame(0), after, who, words)[0]!.values.what).toBe('banane');
  });

  it('tells answers, also the same one to another touch', () => {
    const way = frame(3, { answer: 'cannot get there', target: [1, 2] });
    expect(keys(frame(0), way)).toEqual(['world_no_way']);
    expect(keys(way, { ...way, tick: 6 })).toEqual([]);
    expect(keys(way, { ...way, tick: 6, target: [3, 4] })).toEqual(['world_no_way']);
  });

  it('tells that a door opens, and nothing when it stays open', () => {
    const open = frame(3, { shut: [], waiting: [] });
    expect(keys(frame(0), open)).toEqual(['world_opened']);
    expect(keys(open, { ...open, tick: 6 })).toEqual([]);
  });

  it('tells who was caught, who says what, and the end', () => {
    const before = frame(0, { characters: [person(1, 1), person(2, 5)] });
    const after = frame(3, { words: { 1: 'Hm' }, status: 'won' });
    expect(keys(before, after)).toEqual(['world_caught', 'world_says', 'world_won']);
    expect(keys(before, frame(0, { round: 2 }))).toEqual(['world_restarted']);
  });
});

describe("a level's own picture", () => {
  const walk = { picture: '/wolf.png', frames: 5 };

  it('shows the first frame of who stands, and the others in turn of who walks', () => {
    expect(frameOf(walk, 0.6, false)).toBe(0);
    expect([0, 0.25, 0.5, 0.75, 1].map((steps) => frameOf(walk, steps, true))).toEqual([1, 2, 3, 4, 1]);
    expect(frameOf({ ...walk, frames: 1 }, 0.6, true)).toBe(0);
  });
});
