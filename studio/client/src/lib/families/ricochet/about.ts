import type { About } from '$lib/kit/family';

export const about: About = {
  name: { en: 'Sliding tiles', fr: 'Tuiles glissantes' },
  place: 3,
};
