import type { About } from '$lib/kit/family';

/** The template: a counter that is brought down to zero. Nobody looks for it, so no list offers it. */
export const about: About = {
  name: { en: 'Counter', fr: 'Compteur' },
  hidden: true,
};
