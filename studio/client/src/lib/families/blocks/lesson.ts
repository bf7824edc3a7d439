import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  first: true,
  sentences: {
    en: [
      'Blocks slide in a tray; they cannot be lifted or turned.',
      'On most boards a block moves only along its length; on some, in any direction.',
      'Blocks cannot push one another: the way must be free.',
      'The board is solved when the red block reaches its gate or its outline.',
    ],
    fr: [
      'Des blocs glissent dans un plateau ; on ne peut ni les soulever ni les tourner.',
      'Sur la plupart des plateaux, un bloc ne bouge que dans le sens de sa longueur ; sur certains, dans toutes les directions.',
      'Un bloc n’en pousse pas un autre : le chemin doit être libre.',
      'Le plateau est résolu quand le bloc rouge atteint sa sortie ou son contour.',
    ],
  },
  boards: [
    'blocks:oooo/AAoo/oooo/oooo',
    'blocks:ooBo/AABo/oooo/oooo',
    'blocks:ooBoo/AABoo/ooBoo/oCCoo/ooooo',
  ],
};
