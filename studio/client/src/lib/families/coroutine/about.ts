import type { About } from '$lib/kit/family';

export const about: About = {
  name: { en: 'Coroutine', fr: 'Coroutine' },
  place: 4,
};
