/** `<clew-board>` as one script, which runs without being a module: pages from the disk may not load those. */

import { defineConfig } from 'vite';
import { alias } from './alias.ts';
import { inside } from './inside.ts';

export default defineConfig({
  plugins: [inside()],
  resolve: { alias },
  build: {
    outDir: '../clew_studio/pages/static',
    emptyOutDir: false,
    rolldownOptions: {
      input: 'src/clew-board.ts',
      output: { format: 'iife', entryFileNames: 'clew-board.js' },
    },
  },
});
