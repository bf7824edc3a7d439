import { describe, expect, it } from 'vitest';
import { EXAMPLES } from './examples';

describe('examples', () => {
  it('are twenty games with different titles, each with a level', () => {
    expect(new Set(EXAMPLES.map(({ title }) => title)).size).toBe(20);
    expect(EXAMPLES.every(({ title, text }) => title && /\nLEVELS\n\n#/.test(text))).toBe(true);
  });
});
