import { describe, expect, it } from 'vitest';
import { badFrench } from '../kit/testing';
import { WORDS as designing } from './designing';
import { WORDS as experiments } from './experiments';

const shape = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

describe.each([
  ['experiments', experiments],
  ['designing', designing],
])('the texts of %s', (_, words) => {
  it('have the same values and forms in both languages, in French typography', () => {
    for (const [key, { en, fr }] of Object.entries(words)) {
      expect(shape(fr), key).toBe(shape(en));
      expect(fr.split('|').length, key).toBe(en.split('|').length);
      expect(badFrench(fr), key).toEqual([]);
    }
  });
});
