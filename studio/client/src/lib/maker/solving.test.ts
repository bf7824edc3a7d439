import { describe, expect, it } from 'vitest';
import { hasHistory, history } from './solving.svelte';

const solution = (seconds: number, length: number) => ({ number: 1, seconds, length, moves: [] });

describe('the chart of a search', () => {
  it('has every solution at its own time, not only what the page heard of', () => {
    const told = [{ seconds: 3, best: 22, bound: 20 }];
    const shown = history(told, [solution(0.1, 40), solution(0.5, 31), solution(2, 22)]);
    expect(shown.map(({ best }) => best)).toEqual([40, 31, 22, 22]);
    expect(shown.at(-1)).toEqual({ seconds: 3, best: 22, bound: 20 });
  });

  it('never goes back', () => {
    const told = [
      { seconds: 1, best: null, bound: 7 },
      { seconds: 2, best: 12, bound: null },
    ];
    expect(history(told, [solution(0.5, 14)]).map(({ best, bound }) => [best, bound])).toEqual([
      [14, null],
      [14, 7],
      [12, 7],
    ]);
  });

  it('is not drawn of a search that ended at once', () => {
    expect(hasHistory(history([{ seconds: 0, best: 8, bound: 8 }], [solution(0, 8)]))).toBe(false);
    const told = [
      { seconds: 1, best: 9, bound: 3 },
      { seconds: 2, best: 8, bound: 8 },
    ];
    expect(hasHistory(history(told, [solution(0.1, 12)]))).toBe(true);
  });
});
