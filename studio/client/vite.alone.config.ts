/** The page that `clew export` writes, as one script and one style sheet, which Python puts into a file. */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { alias } from './alias.ts';
import { lean } from './lean.ts';
import { licences } from './licences.ts';
import { noFonts } from './nofonts.ts';

export default defineConfig({
  plugins: [noFonts(), lean(), svelte(), licences()],
  base: './',
  resolve: { alias },
  build: {
    outDir: '../clew_studio/pages/static',
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/alone.ts',
      output: {
        format: 'es',
        codeSplitting: false,
        entryFileNames: 'puzzle.js',
        assetFileNames: 'puzzle[extname]',
      },
    },
  },
});
