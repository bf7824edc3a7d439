/** A script that runs beside the pages, as one file with a fixed name: `vite build --mode worker`, `--mode offline`. */

import { defineConfig } from 'vite';
import { alias } from './alias.ts';

const INPUTS: Record<string, string> = {
  worker: 'src/lib/engine/worker.ts',
  offline: 'src/offline.ts',
};

export default defineConfig(({ mode }) => ({
  resolve: { alias },
  build: {
    outDir: '../clew_studio/static/studio',
    emptyOutDir: false,
    rolldownOptions: {
      input: INPUTS[mode]!,
      output: { format: 'iife', entryFileNames: `${mode}.js` },
    },
  },
}));
