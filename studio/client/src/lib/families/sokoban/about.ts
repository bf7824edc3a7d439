import type { About } from '$lib/kit/family';

export const about: About = {
  name: { en: 'Sokoban', fr: 'Sokoban' },
  place: 5,
};
