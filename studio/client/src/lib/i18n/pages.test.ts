import { expect, test } from 'vitest';
import { en } from './en';
import { en as pages } from './en/pages';

const sources = Object.values(
  import.meta.glob<string>(
    ['../{alone,board,families,kit,local,state,ui}/**/*.{ts,svelte}', '!../**/{*.test,testing}.ts'],
    { query: '?raw', import: 'default', eager: true },
  ),
).join('\n');

test('a page without a server has the texts that it shows, and no others', () => {
  const shown = Object.keys(en).filter((key) => sources.includes(`'${key}'`));
  expect(Object.keys(pages).sort()).toEqual(shown.sort());
});
