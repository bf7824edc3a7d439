/** The texts in English; `fr` has the same keys. `one|many` is chosen by `{n}`. */

import { games } from './en/games';
import { making } from './en/making';
import { play } from './en/play';
import { site } from './en/site';
import { world } from './en/world';

export const en = { ...play, ...making, ...site, ...world, ...games };

export type Catalogue = Record<keyof typeof en, string>;
