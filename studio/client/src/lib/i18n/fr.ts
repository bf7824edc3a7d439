import type { Catalogue } from './en';
import { account } from './fr/account';
import { classes } from './fr/classes';
import { daily } from './fr/daily';
import { games } from './fr/games';
import { levels } from './fr/levels';
import { making } from './fr/making';
import { fr as pages } from './fr/pages';
import { people } from './fr/people';
import { play } from './fr/play';
import { review } from './fr/review';
import { sets } from './fr/sets';
import { site } from './fr/site';
import { stream } from './fr/stream';
import { world } from './fr/world';

export const fr: Catalogue = {
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
