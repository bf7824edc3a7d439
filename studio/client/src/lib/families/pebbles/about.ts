import type { About } from '$lib/kit/family';

export const about: About = {
  name: { en: 'Pebbles', fr: 'Galets' },
  place: 1,
};
