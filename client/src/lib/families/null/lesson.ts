import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'A counter shows a number.',
      'A move takes one off it or adds one to it; it never goes below zero or above its highest number.',
      'The board is solved when the counter shows zero.',
    ],
    fr: [
      'Un compteur montre un nombre.',
      'Un coup lui enlève un ou lui ajoute un ; il ne descend pas sous zéro et ne dépasse pas son plus grand nombre.',
      'Le plateau est résolu quand le compteur montre zéro.',
    ],
  },
  boards: ['null:1', 'null:3', 'null:5'],
};
