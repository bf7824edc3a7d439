import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'Coloured tiles stand among fixed stones.',
      'A tile that is pushed slides on until something stops it: a stone, a wall, another tile or the rim.',
      'Only where it stops counts, not what it passes.',
      'The board is solved when every marked square is covered by a tile of its colour.',
    ],
    fr: [
      'Des tuiles de couleur se trouvent parmi des pierres fixes.',
      'Une tuile poussée glisse jusqu’à ce que quelque chose l’arrête : une pierre, un mur, une autre tuile ou le bord.',
      'Seul compte l’endroit où elle s’arrête, non ceux où elle passe.',
      'Le plateau est résolu quand chaque case marquée est couverte par une tuile de sa couleur.',
    ],
  },
  boards: [
    'ricochet:R.../..../..../....>..../..../..../...R',
    'ricochet:R..../...../..#../...../....B>...../...../...../R..../.....',
    'ricochet:.R../..../.#../...B>..../..../R.../....',
  ],
};
