import type { Daily } from '$lib/api/types';
import { describe, expect, it } from 'vitest';
import { monthBy, shareText, weeksOf } from './daily';

const daily = (length: number, par: number, days = 1): Daily =>
  ({
    date: '2026-11-23',
    board: { par },
    done: { length, time_ms: 83_000, on_the_day: true },
    streak: { days, best: days, today: true, freeze: true, frozen: null },
  }) as unknown as Daily;

describe('a shared result', () => {
  it('shows the moves against par and nothing of the solution', () => {
    const [title, result, knots, address, ...rest] = shareText(daily(6, 4), 'https://x/daily').split('\n');
    expect(title).toContain('November');
    expect(result).toBe('6 moves, par 4, in 1:23');
    expect(knots).toBe('●●●◯○○');
    expect(address).toBe('https://x/daily');
    expect(rest).toEqual([]);
  });

  it('names a streak of more than a day', () => {
    expect(shareText(daily(4, 4, 3), 'x')).toContain('3 days in a row');
  });

  it('stays short', () => {
    expect(shareText(daily(500, 400), 'x').split('\n')[2]).toHaveLength(31);
  });
});

describe('a calendar', () => {
  it('begins its weeks on Monday', () => {
    const weeks = weeksOf(2026, 11);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, 1]);
    expect(weeks.at(-1)).toEqual([30, null, null, null, null, null, null]);
    expect(weeksOf(2027, 2)).toHaveLength(4);
  });

  it('goes from year to year', () => {
    expect(monthBy(2026, 12, 1)).toEqual([2027, 1]);
    expect(monthBy(2026, 1, -1)).toEqual([2025, 12]);
  });
});
