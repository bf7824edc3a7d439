import type { Catalogue } from './en';
import { games } from './fr/games';
import { making } from './fr/making';
import { play } from './fr/play';
import { site } from './fr/site';
import { world } from './fr/world';

export const fr: Catalogue = { ...play, ...making, ...site, ...world, ...games };
