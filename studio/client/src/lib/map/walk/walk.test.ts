import { describe, expect, it } from 'vitest';
import { badFrench } from '$lib/kit/testing';
import { Camera } from './camera';
import { itemsOf, textOf, walkOf, warmed, type Walk } from './data';
import { endsOf, inksOf, legendOf, oneWaysOf } from './inks';
import { mistakesOf, moveBetween, moverOf, stepsOf, wayBetween } from './paths';
import { TEXTS } from './texts';

/** A square of states with a one-way street beyond it: 0-1, 1-3, 0-2, 2-3 both ways, 1 -> 4. */
const ARRAYS: Record<string, [string, number[]]> = {
  flat_x: ['uint16', [0, 300, 300, 600, 300]],
  flat_y: ['uint16', [300, 0, 600, 300, 0]],
  deep_x: ['uint16', [0, 300, 300, 600, 300]],
  deep_y: ['uint16', [300, 0, 600, 300, 0]],
  deep_z: ['uint16', [0, 0, 0, 0, 600]],
  degree: ['uint8', [2, 3, 2, 2, 0]],
  after: ['uint16', [1, 2, -1, 2, 3, -2, 1, -2, -1]],
  move: ['uint8', [0, 1, 1, 0, 0, 1, 0, 0, 1]],
  distance: ['uint16', [2, 1, 1, 0, 65_535]],
  depth: ['uint8', [0, 1, 1, 2, 2]],
  items: ['uint8', [1, 2, 1, 2, 2]],
  text: ['uint8', [0, 1, 1, 1, 0, 0, 0, 1, 1, 1]],
  from: ['uint8', [0, 0]],
  to: ['uint8', [1, 2]],
  share: ['uint8', [255, 128]],
};

function packed(): ArrayBuffer {
  const header = {
    title: 'Square',
    family: 'null',
    states: 5,
    start: 0,
    farthest: 2,
    gates: [],
    thread: [0, 1, 3],
    moves: ['AR', 'AL'],
    flat: { unit: 0.01, low: [0, 0] },
    deep: { unit: 0.01, low: [0, 0, 0] },
    board: {
      columns: 1,
      looks: ['A'],
      spots: [
        [0, 5, 6],
        [0, 7, 8],
      ],
      letters: 'xy',
    },
    colours: { ramp: { light: ['#000000', '#ffffff'], dark: ['#ffffff', '#000000'] }, pieces: ['#010203'] },
    arrays: Object.fromEntries(
      Object.entries(ARRAYS).map(([name, [kind, all]]) => [name, [kind, all.length]]),
    ),
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const parts: number[] = [head.length & 255, head.length >> 8, 0, 0, ...head];
  for (const [kind, values] of Object.values(ARRAYS)) {
    parts.push(...values.map((value) => value & 255));
    if (kind === 'uint16') parts.push(...values.map((value) => (value >> 8) & 255));
  }
  return Uint8Array.from(parts).buffer;
}

const walk: Walk = walkOf(packed());

describe('the bytes of a map', () => {
  it('become moves, places around the middle, boards and texts', () => {
    expect([...walk.first]).toEqual([0, 2, 5, 7, 9, 9]);
    expect([...walk.after]).toEqual([1, 2, 0, 3, 4, 0, 3, 1, 2]);
    expect([...walk.flat.slice(0, 4)].map((value) => Math.round(value * 100))).toEqual([-300, 0, 0, -300]);
    expect(itemsOf(walk, 1)).toEqual([[0, 7, 8]]);
    expect([0, 4].map((state) => textOf(walk, state))).toEqual(['xx', 'xy']);
  });
});

describe('the legend', () => {
  it('has the colour of each value at its place', () => {
    expect(legendOf(walk, 'goal', false)).toEqual({
      colours: ['rgb(0,0,0)', 'rgb(108,108,108)', 'rgb(255,255,255)'],
      most: 2,
    });
    expect(legendOf(walk, 'start', true).most).toBe(2);
  });
});

describe('players’ paths', () => {
  it('are shares of the busiest move', () => {
    expect(walk.heat).toBeNull();
    expect(warmed(walk, []).heat).toBeNull();
    expect([
      ...warmed(walk, [
        [1, 4],
        [3, 1],
      ]).heat!,
    ]).toEqual([0, 255, 0, 64, 0, 0, 0, 0, 0]);
  });
});

describe('moves without a way back', () => {
  it('fade where they end', () => {
    const ends = endsOf(walk);
    const single = [...oneWaysOf(walk, ends)].flatMap((one, pair) => (one ? [pair] : []));
    expect(single.map((pair) => [ends[2 * pair], ends[2 * pair + 1]])).toEqual([[1, 4]]);
    for (const by of ['goal', 'piece'] as const) {
      const { ends: inks } = inksOf(walk, ends, by, false, [9, 9, 9]);
      const strengths = [...inks].filter((_, at) => at % 4 === 3);
      expect(strengths.map((strength) => strength < 255)).toEqual(
        strengths.map((_, end) => end === 2 * single[0]! + 1),
      );
    }
  });
});

describe('ways', () => {
  it('are shortest, and go only where moves lead', () => {
    expect(wayBetween(walk, 0, 3)).toHaveLength(3);
    expect(wayBetween(walk, 2, 4)).toEqual([2, 0, 1, 4]);
    expect(wayBetween(walk, 4, 0)).toBeNull();
    expect(wayBetween(walk, 2, 2)).toEqual([2]);
    expect(moveBetween(walk, 0, 2)).toBe('AL');
  });

  it('cost what their moves cost', () => {
    const priced = { ...walk, cost: Uint8Array.from([1, 0, 1, 1, 1, 0, 0, 1, 1]) };
    expect(wayBetween(priced, 0, 3)).toEqual([0, 2, 3]);
  });

  it('have best moves and mistakes', () => {
    expect(stepsOf(walk, 1).map(({ to, best }) => [to, best])).toEqual([
      [3, true],
      [0, false],
      [4, false],
    ]);
    expect(mistakesOf(walk, 1).map(({ to }) => to)).toEqual([0, 4]);
    expect(mistakesOf(walk, 4)).toEqual([]);
    expect(moverOf(walk, 0, 1, 'AR')).toBe(0);
  });
});

describe('the camera', () => {
  const camera = new Camera(walk);
  camera.resize(800, 600);
  camera.fit();

  it('shows the whole map, and finds what is under the pointer', () => {
    for (let state = 0; state < walk.states; state++) {
      const { x, y } = camera.at(state);
      expect(x > 0 && x < 800 && y > 0 && y < 600).toBe(true);
    }
    const { x, y } = camera.at(2);
    expect(camera.nearest(x + 3, y - 2, 10)).toBe(2);
    expect(camera.nearest(x + 30, y, 10)).toBeNull();
  });

  it('zooms about a point that stays', () => {
    const before = camera.at(3);
    camera.zoom(2, before.x, before.y);
    expect(camera.at(3).x).toBeCloseTo(before.x);
    expect(camera.at(3).y).toBeCloseTo(before.y);
    camera.fit();
  });

  it('turns in space', () => {
    camera.space = 1;
    const [one, other] = [camera.at(1), camera.at(4)];
    expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeLessThan(1);
    camera.rotate(180, 0);
    expect(Math.abs(camera.at(1).x - camera.at(4).x)).toBeGreaterThan(50);
  });
});

describe('colours', () => {
  it('go from the goal to the farthest, and dead ends are grey and crossed', () => {
    const ends = endsOf(walk);
    expect(ends).toHaveLength(10);
    const { states } = inksOf(walk, ends, 'goal', false, [9, 9, 9]);
    expect([...states.slice(12, 16)]).toEqual([0, 0, 0, 2]);
    expect([...states.slice(16, 20)]).toEqual([9, 9, 9, 3]);
    const pieces = inksOf(walk, ends, 'piece', false, [9, 9, 9]);
    expect([...pieces.ends.slice(0, 4)]).toEqual([1, 2, 3, 255]);
  });
});

describe('texts', () => {
  it('have the same values and forms in both languages', () => {
    const shape = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
    for (const [key, { en, fr }] of Object.entries(TEXTS)) {
      expect(shape(fr), key).toBe(shape(en));
      expect(fr.split('|').length, key).toBe(en.split('|').length);
      expect(badFrench(fr), key).toEqual([]);
    }
  });
});
