/** Links and positions for other people: the system's share sheet, the clipboard, or the text itself. */

import { t } from '$lib/i18n/index.svelte';
import { announce } from './announcer.svelte';

const SHOWN_MS = 2500;

let note = $state<{ text: string; copy: string | null } | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** A brief notice; with `copy` if the browser does not allow access to the clipboard. */
export const shared = {
  get note() {
    return note;
  },
  forget: (): void => {
    note = null;
  },
};

/** Puts a text on the clipboard, and says so; or shows it. */
export async function copy(text: string, done: string): Promise<void> {
  clearTimeout(timer);
  try {
    await navigator.clipboard.writeText(text);
    note = { text: done, copy: null };
    timer = setTimeout(() => (note = null), SHOWN_MS);
    announce(done);
  } catch {
    note = { text: t('copy_by_hand'), copy: text };
  }
}

export async function share(address: string, title: string): Promise<void> {
  const url = new URL(address, location.origin).href;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  if (isTouch && typeof navigator.share === 'function') {
    try {
      await navigator.share({ url, title });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(url, t('link_copied'));
}

export const copyPosition = (puzzle: string): Promise<void> => copy(puzzle, t('position_copied'));
