import { describe, expect, it } from 'vitest';
import { monthBy, weeksOf } from './daily';

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
