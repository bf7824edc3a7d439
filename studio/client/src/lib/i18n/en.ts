/** The texts in English; `fr` has the same keys. `one|many` is chosen by `{n}`. */

import { account } from './en/account';
import { classes } from './en/classes';
import { daily } from './en/daily';
import { games } from './en/games';
import { levels } from './en/levels';
import { making } from './en/making';
import { en as pages } from './en/pages';
import { people } from './en/people';
import { play } from './en/play';
import { review } from './en/review';
import { sets } from './en/sets';
import { site } from './en/site';
import { stream } from './en/stream';
import { world } from './en/world';

export const en = {
  ...account,
  ...classes,
  ...daily,
  ...games,
  ...levels,
  ...pages,
  ...people,
  ...play,
  ...making,
  ...review,
  ...sets,
  ...site,
  ...stream,
  ...world,
};

export type Catalogue = Record<keyof typeof en, string>;
