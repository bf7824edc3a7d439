/** What a player sends to friends: text, since a file has no address. */

import { local } from '$lib/i18n/index.svelte';
import { WORDS } from './words';

export function shareText(title: string, n: number, par: number | null, moves: readonly string[]): string {
  const words = local(WORDS.solved, { title, n });
  const first = par === null ? words : local(WORDS.par, { words, par });
  return `${first}\n${moves.join(' ')}`;
}

/** Gives the text to the system's share sheet or the clipboard. Returns false if the browser allows neither. */
export async function send(text: string): Promise<boolean> {
  try {
    if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
      await navigator.share({ text });
    } else await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
