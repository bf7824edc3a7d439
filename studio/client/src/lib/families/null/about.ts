import type { About } from '$lib/kit/family';

/** The template: a counter to bring down to zero. No list offers it. */
export const about: About = {
  name: { en: 'Counter', fr: 'Compteur' },
  hidden: true,
};
