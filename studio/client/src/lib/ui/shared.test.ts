// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { copy, shared } from '$lib/state/share.svelte';
import SharedNote from './SharedNote.svelte';
import { named, shown } from './testing';

/** Asks for a link where the browser refuses the clipboard. */
async function copied(): Promise<void> {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  await copy('https://example.org/a', 'Link copied');
  flushSync();
}

it('shows what cannot be copied until it is closed', async () => {
  const page = shown(SharedNote, {});
  await copied();
  expect(page.querySelector('textarea')!.value).toBe('https://example.org/a');
  named(page, 'button', 'Close').click();
  flushSync();
  expect(page.textContent).toBe('');
});

it('is not shown on the next page', async () => {
  const page = mount(SharedNote, { target: document.body });
  await copied();
  await unmount(page);
  expect(shared.note).toBeNull();
});
