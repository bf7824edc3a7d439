import type { Lesson } from '$lib/kit/family';
import { CRATES } from './samples';

/** A level of the small game, in the compact form. */
const level = (number: number): string =>
  `puzzlescript[level=${number}]:${CRATES.trimEnd().replaceAll('\n', '\\n')}`;

export const lesson: Lesson = {
  sentences: {
    en: [
      'Each game has its own rules, written by its author: push, slide, grow, or anything else.',
      'Press an arrow key, swipe across the board or use the buttons. Some games also have an action key, X.',
      'A key that changes nothing is not a move.',
      'A level is solved when it meets the win conditions of its game. In this one, every target needs a crate.',
    ],
    fr: [
      'Chaque jeu a ses propres règles, écrites par son auteur : pousser, glisser, grandir ou autre chose.',
      'Appuyez sur une flèche, balayez le plateau ou utilisez les boutons. Certains jeux ont aussi une touche d’action, X.',
      'Une touche qui ne change rien n’est pas un coup.',
      'Un niveau est résolu quand il remplit les conditions de victoire du jeu. Dans celui-ci, chaque cible doit recevoir une caisse.',
    ],
  },
  boards: [level(1), level(2), level(3)],
};
