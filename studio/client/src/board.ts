/** What is in one `<clew-board>`. The script is run once for each, so that they share no settings, language or state. */

import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { mount, unmount } from 'svelte';
import Embedded from '$lib/alone/Embedded.svelte';
import type { Engines } from '$lib/alone/packed';
import type { Alone } from '$lib/local/data';
import type { Outside } from '$lib/alone/outside';
import { settings, type Theme } from '$lib/state/settings.svelte';

export { speak } from '$lib/i18n/index.svelte';

export function wear(theme: Theme): void {
  settings.theme = theme;
}

/** Puts the boards into the element. Returns a function that removes them. */
export function open(target: ShadowRoot, data: Alone, engines: Engines, outside: Outside): () => void {
  const shown = mount(Embedded, { target, props: { data, engines, outside } });
  return () => void unmount(shown);
}
