/** The values of a property to choose among; some depend on the level, and kinds have words of their own. */

import { capital } from '$lib/i18n/index.svelte';
import { doorsOf, type Draft } from './level';
import type { FieldOffer, Offer } from './types';
import { wordOf } from '../words';

export type Option = [value: string, label: string];

export const wordsOf = (kinds: readonly string[], { words }: Offer): Option[] =>
  kinds.map((kind) => [kind, capital(wordOf(words, kind))]);

export function optionsOf(field: FieldOffer, isItem: boolean, draft: Draft, offer: Offer): Option[] {
  const kinds = Object.keys(offer.kinds);
  if (field.shape === 'doors') return doorsOf(draft).map((name) => [name, name]);
  if (field.shape === 'kinds') return wordsOf([...kinds, 'crate'], offer);
  if (field.shape === 'kind') return wordsOf(isItem ? offer.things : kinds, offer);
  if (field.key === 'look')
    return wordsOf(
      field.options.map(([kind]) => kind),
      offer,
    );
  return field.options;
}
