// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { Move, Position, Scene } from '$lib/api/types';
import { chirp, chirpOf } from '$lib/state/chirp';
import { settings } from '$lib/state/settings.svelte';
import { heard, heardInVain, heardOf } from './heard';

const [PLAYER, CRATE] = [1, 2];
const SCENE = {
  sounds: {
    events: { endlevel: 100, undo: 101, sfx3: 105, cancel: 106 },
    sprites: [
      { sprites: [PLAYER], verb: 'move', ways: ['horizontal'], seed: 102 },
      { sprites: [CRATE], verb: 'destroy', ways: [], seed: 103 },
      { sprites: [CRATE], verb: 'create', ways: [], seed: 104 },
      { sprites: [PLAYER], verb: 'cantmove', ways: ['horizontal'], seed: 107 },
      { sprites: [PLAYER], verb: 'action', ways: [], seed: 108 },
    ],
  },
} as unknown as Scene;
const at = (piles: number[][], solved = false): Position => ({ piles, solved }) as Position;
const last = (move: string, back = false) => ({ move: { move } as Move, back });
const BEGIN = at([[0, PLAYER], [0], [0, CRATE]]);

describe('what is heard of a turn', () => {
  it.each([
    ['right', at([[0], [0, PLAYER], [0, CRATE]]), [102]],
    ['down', at([[0], [0, PLAYER], [0, CRATE]]), []], // no sound of that way
    ['right', at([[0, PLAYER], [0], [0]], true), [103]], // the end is heard when the page knows of it
    [
      'action',
      at([
        [0, PLAYER],
        [0, CRATE],
        [0, CRATE],
      ]),
      [104, 108],
    ],
    ['action', BEGIN, [108]],
  ])('%s', (move, now, seeds) => expect(heard(SCENE, BEGIN, now, last(move))).toEqual(seeds));

  it('is one sound if a move is taken back', () => {
    expect(heard(SCENE, at([[0], [0, PLAYER], [0, CRATE]]), BEGIN, last('right', true))).toEqual([101]);
  });

  const asked = (key: string, ...sounds: string[]): Position => ({
    ...BEGIN,
    asked: { [key]: { sounds, messages: [] } },
  });

  it('is what rules ask for, too, if that has a sound', () => {
    const now = at([[0], [0, PLAYER], [0, CRATE]]);
    expect(heard(SCENE, asked('right', 'sfx3', 'sfx4'), now, last('right'))).toEqual([102, 105]);
  });

  it.each([
    ['right', ['cantmove'], [107]],
    ['up', ['cantmove'], []], // no sound of that way
    ['right', ['sfx3', 'cancel'], [105, 106]], // whoever cancels a move was not too weak for it
    ['action', ['cantmove'], [108]],
    ['action', ['cancel'], [106]],
  ])('is, of the key %s that changes nothing with %j, %j', (key, sounds, seeds) => {
    expect(heardInVain(SCENE, asked(key, ...sounds), key)).toEqual(seeds);
  });

  it('is one sound of an event, where the game has one', () => {
    expect([heardOf(SCENE, 'endlevel'), heardOf(SCENE, 'startlevel')]).toEqual([[100], []]);
  });

  it('is nothing in a game without sounds', () => {
    expect(heard({} as Scene, BEGIN, at([[0], [0, PLAYER]]), last('right'))).toEqual([]);
  });
});

describe('a sound', () => {
  it('depends on its number alone', () => {
    expect(chirpOf(83744503)).toEqual(chirpOf(83744503));
    expect(chirpOf(83744503)).not.toEqual(chirpOf(1744503));
  });

  it('is one of a few, however many a turn has, and together they are not too loud', () => {
    const gains: number[] = [];
    const node = () => ({ connect: (next: unknown) => next, start: vi.fn(), stop: vi.fn() });
    const ramp = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    class Speaker {
      currentTime = 0;
      destination = {};
      resume = () => Promise.resolve();
      createOscillator = () => ({ ...node(), frequency: ramp });
      createGain = () => ({
        ...node(),
        gain: { ...ramp, setValueAtTime: (loud: number) => gains.push(loud) },
      });
    }
    vi.stubGlobal('AudioContext', Speaker);
    settings.sound = true;
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
    chirp([100]);
    expect(gains).toEqual([]); // nobody has touched the page yet
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
    chirp(Array.from({ length: 3_000 }, (_, number) => 100 * number));
    settings.sound = false;
    vi.unstubAllGlobals();
    expect(gains).toHaveLength(8);
    expect(gains.reduce((sum, loud) => sum + loud)).toBeLessThan(0.25);
  });

  it('can be heard, whatever its number', () => {
    for (let seed = 0; seed < 5_000; seed += 7) {
      const { hertz, seconds } = chirpOf(seed);
      expect(Math.min(...hertz)).toBeGreaterThan(40);
      expect(Math.max(...hertz)).toBeLessThan(8_000);
      expect(seconds).toBeLessThan(1);
    }
  });
});
