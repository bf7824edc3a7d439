import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'Pebbles lie on plates that are joined by lines; some plates are empty.',
      'A pebble moves along a line into an empty plate.',
      'Where a line runs on behind other plates, as on Panguru, it may leap over them.',
      'The board is solved when every pebble lies on a plate of its own colour.',
    ],
    fr: [
      'Des galets sont posés sur des assiettes reliées par des lignes ; quelques assiettes sont vides.',
      'Un galet avance le long d’une ligne jusqu’à une assiette vide.',
      'Là où une ligne continue derrière d’autres assiettes, comme sur Panguru, il peut sauter par-dessus.',
      'Le plateau est résolu quand chaque galet est sur une assiette de sa couleur.',
    ],
  },
  boards: [
    'pebbles[grid 2x2]:RBG-/RB-G',
    'pebbles[grid 2x3]:RGBYC-/RCGY-B',
    'pebbles[triangle 3]:RRBBG-/-RBGRB',
  ],
};
