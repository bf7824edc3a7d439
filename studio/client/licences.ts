/** Writes licences.txt beside the built files: the licence of every package that is in them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function textOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${folder} has no licence file: what is shipped must say under which licence`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

export function licences(): Plugin {
  const folders = new Map<string, string>();
  return {
    name: 'licences',
    transform(_code, id) {
      const found = PACKAGE.exec(id);
      if (found && existsSync(join(found[0], 'package.json'))) folders.set(found[1]!, found[0]);
    },
    generateBundle() {
      // The font comes in by a style sheet, which names no package.
      folders.set('@fontsource-variable/inter', 'node_modules/@fontsource-variable/inter');
      const parts = [...folders]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, folder]) => {
          const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
          return `${name} ${version} (${license})\n\n${textOf(folder)}\n`;
        });
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: parts.join(`\n${'-'.repeat(72)}\n\n`),
      });
    },
  };
}
