import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { alias } from './alias.ts';
import { compressed } from './compressed.ts';
import { licences } from './licences.ts';

const GROUPS = [
  {
    name: 'base',
    test: /node_modules|src\/lib\/(ui|state|api|shell)\/|i18n\/(index|en)|router\.svelte/,
    priority: 2,
  },
  {
    name: 'board',
    test: /src\/lib\/((board|kit|play)\/|families\/([^/]+\/(Drawing|Goal|play|measures|geometry|texts|lesson)|drawings|lessons|playing|Plain))/,
    priority: 1,
  },
  { name: 'makers', test: /families\/([^/]+\/maker|makers)|lib\/maker\//, priority: 1 },
  { name: 'gallery', test: /src\/lib\/gallery\//, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), licences(), compressed()],
  // Relative addresses: the built files work under whatever prefix the server gives its static files.
  base: './',
  // Tests mount components, which Svelte builds in another way for a server.
  resolve: process.env.VITEST ? { alias, conditions: ['browser'] } : { alias },
  build: {
    outDir: '../clew_studio/static/studio',
    emptyOutDir: true,
    manifest: true,
    // The site's policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet, and three files of code for the first pages: on a slow line each request costs more
    // than what it brings.
    cssCodeSplit: false,
    rolldownOptions: {
      input: 'src/main.ts',
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
});
