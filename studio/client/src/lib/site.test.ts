import { describe, expect, it } from 'vitest';
import { query } from './api/client';
import { en } from './i18n/en';
import { fr } from './i18n/fr';
import { fill } from './i18n/index.svelte';
import { badFrench } from './kit/testing';

describe('addresses', () => {
  it('carry what is set', () => {
    expect(query({ a: 1, b: null, c: '', d: undefined, e: 'x y' })).toBe('?a=1&e=x+y');
    expect(query({})).toBe('');
  });
});

describe('texts', () => {
  it('take values and the form of a number', () => {
    expect(fill('{n} move|{n} moves', { n: 1 }, 'en')).toBe('1 move');
    expect(fill('{n} move|{n} moves', { n: 0 }, 'en')).toBe('0 moves');
    expect(fill('{n} coup|{n} coups', { n: 0 }, 'fr')).toBe('0 coup');
    expect(fill('by {name}', { name: 'a|b' }, 'en')).toBe('by a|b');
  });

  it('have the same values and forms in both languages', () => {
    const shape = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
    for (const [key, text] of Object.entries(en)) {
      const other = fr[key as keyof typeof en];
      expect(shape(other), key).toBe(shape(text));
      if (text.includes('|')) expect(other.split('|').length, key).toBe(2);
    }
  });

  it('follow French typography', () => {
    for (const [key, text] of Object.entries(fr)) expect(badFrench(text), key).toEqual([]);
  });
});
