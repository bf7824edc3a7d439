/**
 * Leaves out what a page without a server never shows: families that its engine lacks, the texts of other pages, options
 * of icons.
 */

import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const LIB = 'src/lib';

export function lean(): Plugin {
  const families = readdirSync(`${LIB}/families`).filter(isInPages).join();
  return {
    name: 'lean',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === '../Icon.svelte' && importer?.includes('lucide')) return resolve(`${LIB}/alone/Icon.svelte`);
      const isCatalogue = importer?.endsWith('/i18n/index.svelte.ts') && (id === './en' || id === './fr');
      return isCatalogue ? resolve(`${LIB}/i18n/${id}/pages.ts`) : null;
    },
    transform(code, id) {
      return /lib\/families\/\w+\.ts$/.test(id) ? code.replaceAll("'./*/", `'./{${families}}/`) : null;
    },
  };
}

/** Whether the client reads the family's positions as the engine in a page writes them. */
const isInPages = (family: string): boolean => existsSync(`${LIB}/families/${family}/numbers.ts`);
