/** Who takes what by touch, and what scripts may add: tables of a level with an entry for each kind. */

import { kindsIn, playerIn, table, texts, type Draft } from './level';
import type { EntryOffer, Finding, Keys, Offer } from './types';
import { own } from '../words';

/** What each kind of character takes: as given, or as usual. */
export const dietOf = ({ keys }: Draft, offer: Offer): Keys =>
  keys.eats === undefined ? offer.eats : table(keys.eats);

/** The animals of the level, and others whose entry is not the usual one. */
export function eatersIn(draft: Draft, offer: Offer): string[] {
  const { keys, parts } = draft;
  const diet = dietOf(draft, offer);
  const here = parts.filter(({ kind }) => kind === 'animal').map(({ values }) => String(values.kind ?? ''));
  const added = Object.entries(table(keys.spawn))
    .filter(([kind, given]) => entryOfferOf(kind, given, offer) === offer.spawn.animal)
    .map(([kind]) => kind);
  const other = Object.keys(diet).filter((kind) => mealsOf(kind, diet) !== mealsOf(kind, offer.eats));
  const player = playerIn(draft);
  return [...new Set([...here, ...added, ...other])].filter((kind) => kind !== player);
}

const mealsOf = (kind: string, diet: Keys): string => texts(own(diet, kind)).toSorted().join('\n');

/** What may be taken: everything in the level that has a kind, and what the eater takes now or usually. */
export const mealsIn = (eater: string, draft: Draft, offer: Offer): string[] => {
  const eaten = [dietOf(draft, offer), offer.eats].flatMap((diet) => texts(own(diet, eater)));
  return [...new Set([...kindsIn(draft), playerIn(draft), ...eaten])];
};

/** The properties of an entry of `spawn`; a number says only how many. */
export const entryOf = (given: unknown): Keys =>
  typeof given === 'object' && given !== null ? table(given) : { most: given };

/** What such an entry may have. */
export function entryOfferOf(kind: string, given: unknown, offer: Offer): EntryOffer {
  const { item, animal } = offer.spawn;
  const isMore = Object.keys(entryOf(given)).some((key) => !item.fields.some((field) => field.key === key));
  return isMore || own(offer.kinds, kind) ? animal : item;
}

/** The entry with these properties, as a level says it. */
export const entryWith = (values: Keys): unknown =>
  Object.keys(values).length === 1 && 'most' in values ? values.most : values;

/** The kind of the entry that a finding is about; null if it is about something else. */
export function entryAt({ part }: Finding, { keys }: Draft): string | null {
  return part?.[0] === 'spawn' ? (Object.keys(table(keys.spawn))[part[1]] ?? null) : null;
}
