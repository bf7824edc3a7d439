/** What parts are called on the page. */

import { capital, number, t } from '$lib/i18n/index.svelte';
import { FLAG, numberOf, offerOf, type Part } from './level';
import type { Offer } from './types';
import { wordOf } from '../words';

/** "Platform", "Gem", or the name that it was given. */
export function nameOf(part: Part, offer: Offer): string {
  const { name, kind } = part.values;
  if (typeof name === 'string' && name) return capital(name);
  if (part.kind === FLAG) return t('level_flag');
  if (typeof kind === 'string' && kind) return capital(wordOf(offer.words, kind));
  return offerOf(part, offer)?.name ?? part.kind;
}

/** The same with its place. */
export function describe(part: Part, offer: Offer): string {
  const place = (key: string) => number(numberOf(part, key, offer));
  return t('level_at', { what: nameOf(part, offer), x: place('x'), y: place('y') });
}
