import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { licences } from './licences.ts';

export default defineConfig({
  plugins: [svelte(), licences()],
  // Relative addresses: the built files work under whatever prefix the server gives its static files.
  base: './',
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  build: {
    outDir: '../python/clew/studio/static/studio',
    emptyOutDir: true,
    manifest: true,
    // The site's policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'src/main.ts' },
  },
  test: { include: ['src/**/*.test.ts'] },
});
