import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'A counter shows a number.',
      'A move adds one or subtracts one; the number never goes below zero or above its maximum.',
      'The board is solved when the counter shows zero.',
    ],
    fr: [
      'Un compteur montre un nombre.',
      'Un coup ajoute un ou enlève un ; le nombre ne descend jamais sous zéro et ne dépasse jamais son maximum.',
      'Le plateau est résolu quand le compteur montre zéro.',
    ],
  },
  boards: ['null:1', 'null:3', 'null:5'],
};
