/**
 * Leaves out what a page without a server never shows: families that its engine lacks, the texts of other pages, options
 * of icons.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const LIB = 'src/lib';
const ROOMS = ['alone', 'board', 'families', 'kit', 'local', 'state', 'ui'];
const CATALOGUE = /lib\/i18n\/(en|fr)\/\w+\.ts$/;
/** A key and its text, which ends before the next key or the end of the list. */
const ENTRY = /^ {2}(\w+):[^]*?,\n(?=\n| {2}\w+:| {2}\/|\})/gm;

export function lean(): Plugin {
  const sources = ROOMS.map(sourceOf).join('\n');
  const families = readdirSync(`${LIB}/families`).filter(isInPages).join();
  return {
    name: 'lean',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === '../Icon.svelte' && importer?.includes('lucide')) return resolve(`${LIB}/alone/Icon.svelte`);
      return null;
    },
    transform(code, id) {
      if (/lib\/families\/\w+\.ts$/.test(id)) return code.replaceAll("'./*/", `'./{${families}}/`);
      if (!CATALOGUE.test(id)) return null;
      return code.replace(ENTRY, (entry, key: string) => (sources.includes(`'${key}'`) ? entry : ''));
    },
  };
}

/** Whether the client reads the family's positions as the engine in a page writes them. */
const isInPages = (family: string): boolean => existsSync(`${LIB}/families/${family}/numbers.ts`);

function sourceOf(room: string): string {
  const names = readdirSync(`${LIB}/${room}`, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => readFileSync(`${LIB}/${room}/${name}`, 'utf8'))
    .join('\n');
}
