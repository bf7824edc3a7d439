import type { Catalogue } from './en';
import { daily } from './fr/daily';
import { making } from './fr/making';
import { play } from './fr/play';
import { review } from './fr/review';
import { site } from './fr/site';
import { world } from './fr/world';

export const fr: Catalogue = { ...daily, ...play, ...making, ...review, ...site, ...world };
