import type { About } from '$lib/kit/family';

export const about: About = {
  name: { en: 'Blocks', fr: 'Blocs' },
  place: 2,
};
