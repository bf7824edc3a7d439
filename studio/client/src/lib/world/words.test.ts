import { expect, it } from 'vitest';
import { own, wordOf } from './words';

it('knows only the words that were given', () => {
  const words = JSON.parse('{"fox": "renard", "__proto__": "racine"}') as Record<string, string>;
  expect(['fox', 'hen', 'toString', 'constructor', '__proto__'].map((kind) => wordOf(words, kind))).toEqual([
    'renard',
    'hen',
    'toString',
    'constructor',
    'racine',
  ]);
  expect(own({}, 'valueOf')).toBeUndefined();
});
