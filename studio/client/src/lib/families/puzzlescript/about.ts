import type { About } from '$lib/kit/family';

export const about: About = {
  name: { en: 'PuzzleScript', fr: 'PuzzleScript' },
  place: 5,
};
