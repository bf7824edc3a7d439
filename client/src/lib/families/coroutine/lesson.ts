import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'Two coins take turns, each one step at a time.',
      'A coin may only go where an arrow points on the square under the other coin.',
      'If no such step stays on the board and off the other coin, it passes; otherwise it must move.',
      'The board is solved when either coin stands on the target.',
    ],
    fr: [
      'Deux pièces jouent à tour de rôle, un pas à la fois.',
      'Une pièce ne va que là où pointe une flèche de la case sous l’autre pièce.',
      'Si aucun de ces pas ne reste sur le plateau sans toucher l’autre pièce, elle passe ; sinon elle doit bouger.',
      'Le plateau est résolu quand l’une des pièces est sur la cible.',
    ],
  },
  boards: ['coroutine:N,W,N/N+W,,W/N,E+W,N+E', 'coroutine:N+S,N+S,N+W/E+S,,N+E/N,S+W,S'],
};
