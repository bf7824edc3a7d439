/** `virtual:board`: what is in a `<clew-board>`, as a script that can be run again, and its style sheet. */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin, type Rolldown } from 'vite';
import { alias } from './alias.ts';
import { lean } from './lean.ts';
import { noFonts } from './nofonts.ts';

const NAME = 'virtual:board';
/** Nothing of the page around it reaches this box, whose name in the style sheets of the site is that of the page. */
const BOX = '.clew { all: initial; display: block; direction: ltr; }\n';

export function inside(): Plugin {
  return {
    name: 'inside',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: async (id) => (id === `\0${NAME}` ? module(await built()) : null),
  };
}

function module(files: Rolldown.OutputBundle[string][]): string {
  const script = files.find((file) => file.type === 'chunk')!.code;
  const style = files.find(
    (file) => file.type === 'asset' && file.fileName.endsWith('.css'),
  ) as Rolldown.OutputAsset;
  return `export const style = ${JSON.stringify(String(style.source))};
export function fresh() {
${script}
return board;
}`;
}

async function built(): Promise<Rolldown.OutputBundle[string][]> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [noFonts(), lean(), boxed(), svelte()],
    resolve: { alias },
    build: {
      write: false,
      cssCodeSplit: false,
      lib: { entry: 'src/board.ts', formats: ['iife'], name: 'board' },
    },
  });
  return (made as Rolldown.RolldownOutput[])[0]!.output;
}

/** The style sheets of the site, for a box instead of a page. */
function boxed(): Plugin {
  return {
    name: 'boxed',
    enforce: 'pre',
    transform(code, id) {
      if (!/styles\/\w+\.css$/.test(id)) return null;
      const named = code.replace(/:root|^html\b|^body\b(?! >)/gm, '.clew').replace('min-height: 100dvh;', '');
      return id.endsWith('tokens.css') ? BOX + named : named;
    },
  };
}
