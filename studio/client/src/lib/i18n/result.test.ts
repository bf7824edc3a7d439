import type { Daily } from '$lib/api/types';
import { describe, expect, it } from 'vitest';
import { resultText } from './result';

const daily = (length: number, par: number, days = 1): Daily =>
  ({
    date: '2026-11-23',
    board: { par },
    done: { length, time_ms: 83_000, on_the_day: true },
    streak: { days, best: days, today: true, freeze: true, frozen: null },
  }) as unknown as Daily;

describe('a shared result', () => {
  it('shows the moves against par and nothing of the solution', () => {
    const [title, result, knots, address, ...rest] = resultText(daily(6, 4), 'https://x/daily').split('\n');
    expect(title).toContain('November');
    expect(result).toBe('6 moves, par 4, in 1:23');
    expect(knots).toBe('●●●◯○○');
    expect(address).toBe('https://x/daily');
    expect(rest).toEqual([]);
  });

  it('names a streak of more than a day', () => {
    expect(resultText(daily(4, 4, 3), 'x')).toContain('Puzzle of the day: 3 days in a row');
  });

  it('stays short', () => {
    expect(resultText(daily(500, 400), 'x').split('\n')[2]).toHaveLength(31);
  });
});
