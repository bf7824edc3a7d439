/** The page of a map as one script and one style sheet, which Python puts into a file. */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { alias } from './alias.ts';
import { licences } from './licences.ts';
import { noFonts } from './nofonts.ts';

export default defineConfig({
  plugins: [noFonts(), svelte(), licences()],
  base: './',
  resolve: { alias },
  build: {
    outDir: '../../python/clew/maps/static',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/map.ts',
      output: {
        format: 'es',
        codeSplitting: false,
        entryFileNames: 'map.js',
        assetFileNames: 'map[extname]',
      },
    },
  },
});
