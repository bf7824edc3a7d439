import type { Plugin } from 'vite';

/** A file that fetches nothing has the reader's own font. */
export function noFonts(): Plugin {
  return {
    name: 'no-fonts',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('base.css') ? code.replace(/@font-face\s*\{[^}]*\}/g, '') : null),
  };
}
