import { local } from '$lib/i18n/index.svelte';
import type { PlayTexts } from '$lib/kit/family';
import { route } from './route';
import { TEXTS } from './texts';

export const play: PlayTexts = {
  oneWay: true,
  opening: () => local(TEXTS.opening),
  route,
  ends: (move) => /[A-Z]$/.test(move),
};
