import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'The player walks on the floor between the walls.',
      'Walking against a box pushes it one cell, if the cell behind it is free.',
      'Boxes cannot be pulled, and only one is pushed at a time: a box in a corner stays there.',
      'The board is solved when every box is on a goal.',
    ],
    fr: [
      'Le joueur marche sur le sol, entre les murs.',
      'S’il avance contre une caisse, il la pousse d’une case, si la case derrière elle est libre.',
      'Une caisse ne se tire pas, et on n’en pousse qu’une à la fois : dans un coin, elle y reste.',
      'Le plateau est résolu quand chaque caisse est sur un but.',
    ],
  },
  boards: [
    'sokoban:######/#@-$.#/######',
    'sokoban:######/#--.-#/#-$--#/#@---#/######',
    'sokoban:#######/#--.--#/#-$$--#/#@-.--#/#######',
  ],
};
