import type { Lesson } from '$lib/kit/family';

export const lesson: Lesson = {
  sentences: {
    en: [
      'Two coins take turns, one step at a time.',
      'A coin may only move in a direction that an arrow under the other coin shows.',
      'If every such step leads off the board or onto the other coin, it passes; otherwise it must move.',
      'The board is solved when either coin reaches the target.',
    ],
    fr: [
      'Deux pièces jouent à tour de rôle, un pas à la fois.',
      'Une pièce n’avance que dans une direction indiquée par une flèche sous l’autre pièce.',
      'Si tous ces pas mènent hors du plateau ou sur l’autre pièce, elle passe ; sinon elle doit bouger.',
      'Le plateau est résolu quand l’une des pièces atteint la cible.',
    ],
  },
  boards: ['coroutine:N,W,N/N+W,,W/N,E+W,N+E', 'coroutine:N+S,N+S,N+W/E+S,,N+E/N,S+W,S'],
};
