import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  first: true,
  sentences: {
    en: [
      'Blocks lie in a tray and slide on it without being lifted or turned.',
      'On most boards a block moves only along its length; on some in any direction.',
      'Nothing can be pushed: the way must be free.',
      'The board is solved when the vermilion block reaches its gate or its place.',
    ],
    fr: [
      'Des blocs sont posés dans un plateau et y glissent sans être levés ni tournés.',
      'Le plus souvent un bloc ne bouge que dans sa longueur ; sur certains plateaux en tout sens.',
      'On ne pousse rien : le chemin doit être libre.',
      'Le plateau est résolu quand le bloc vermillon atteint sa porte ou sa place.',
    ],
  },
  boards: [
    'blocks:oooo/AAoo/oooo/oooo',
    'blocks:ooBo/AABo/oooo/oooo',
    'blocks:ooBoo/AABoo/ooBoo/oCCoo/ooooo',
  ],
};
