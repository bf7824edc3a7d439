/** A drawing as a link: it travels in the part of the address that no server sees. */

import type { BoardKeys } from '$lib/api/types';

export interface Drawing {
  keys: BoardKeys;
  title: string;
}

const PREFIX = 'board=';

/** The address at which the maker opens with this drawing. */
export function linkOf({ keys, title }: Drawing): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ keys, title }));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `/maker#${PREFIX}${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The drawing that the end of an address brings; null if it brings none, or one that is damaged. */
export function drawingIn(hash: string): Drawing | null {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const text = atob(hash.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Partial<Drawing>;
    if (typeof found.keys?.family !== 'string' || typeof found.title !== 'string') return null;
    return { keys: found.keys, title: found.title };
  } catch {
    return null;
  }
}

/** Whether the end of an address is meant to bring a drawing. */
export const isDrawing = (hash: string): boolean => hash.startsWith(PREFIX);
