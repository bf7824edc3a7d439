import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'Pebbles lie on plates that are joined by lines; some plates are empty.',
      'A pebble moves along a line onto an empty plate.',
      'Where a line continues behind other plates, as on Panguru, a pebble may jump over them.',
      'The board is solved when every pebble lies on a plate of its own colour.',
    ],
    fr: [
      'Des galets sont posés sur des assiettes reliées par des lignes ; certaines assiettes sont vides.',
      'Un galet avance le long d’une ligne jusqu’à une assiette vide.',
      'Là où une ligne continue derrière d’autres assiettes, comme sur Panguru, un galet peut sauter par-dessus.',
      'Le plateau est résolu quand chaque galet est sur une assiette de sa couleur.',
    ],
  },
  boards: [
    'pebbles[grid 2x2]:RBG-/RB-G',
    'pebbles[grid 2x3]:RGBYC-/RCGY-B',
    'pebbles[triangle 3]:RRBBG-/-RBGRB',
  ],
};
