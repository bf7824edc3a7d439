import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'Coloured tiles lie among fixed blocks.',
      'Push a tile and it slides until something stops it: a block, a wall, another tile or the edge.',
      'Only the square where it stops counts, not those it passes.',
      'The board is solved when every marked square is covered by a tile of its colour.',
    ],
    fr: [
      'Des tuiles de couleur sont posées parmi des blocs fixes.',
      'Poussez une tuile : elle glisse jusqu’à ce que quelque chose l’arrête, un bloc, un mur, une autre tuile ou le bord.',
      'Seule compte la case où elle s’arrête, pas celles où elle passe.',
      'Le plateau est résolu quand chaque case marquée est couverte par une tuile de sa couleur.',
    ],
  },
  boards: [
    'ricochet:R.../..../..../....>..../..../..../...R',
    'ricochet:R..../...../..#../...../....B>...../...../...../R..../.....',
    'ricochet:.R../..../.#../...B>..../..../R.../....',
  ],
};
