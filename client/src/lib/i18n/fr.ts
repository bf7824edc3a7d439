import type { Catalogue } from './en';
import { making } from './fr/making';
import { play } from './fr/play';
import { review } from './fr/review';
import { site } from './fr/site';
import { world } from './fr/world';

export const fr: Catalogue = { ...play, ...making, ...review, ...site, ...world };
