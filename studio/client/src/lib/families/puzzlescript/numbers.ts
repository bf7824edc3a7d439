/**
 * Code: the number of a key. Position: for each cell, column by column, a number a layer: 0, or the object there, counted
 * from 1; what follows the cells is not shown.
 */

import { local } from '$lib/i18n/index.svelte';
import type { Numbers } from '$lib/kit/family';

const KEYS = [
  { move: 'up', words: { en: 'the up key', fr: 'la flèche du haut' } },
  { move: 'left', words: { en: 'the left key', fr: 'la flèche de gauche' } },
  { move: 'down', words: { en: 'the down key', fr: 'la flèche du bas' } },
  { move: 'right', words: { en: 'the right key', fr: 'la flèche de droite' } },
  { move: 'action', words: { en: 'the action key', fr: 'la touche d’action' } },
  { move: 'tick', words: { en: 'a tick of the clock', fr: 'un battement de l’horloge' } },
];

const WORDS = {
  player: { en: 'the player', fr: 'le joueur' },
  arrow: { en: 'Press an arrow key.', fr: 'Appuyez sur une flèche.' },
  press: { en: 'Press {key}.', fr: 'Appuyez sur {key}.' },
  wait: { en: 'Wait for a tick of the clock.', fr: 'Attendez un battement de l’horloge.' },
};

export const numbers: Numbers = {
  move(_scene, _position, [code]) {
    const { move, words } = KEYS[code!]!;
    return {
      move,
      mover: local(WORDS.player),
      words: local(words),
      piece: null,
      piece_after: null,
      direction: null,
      pass: false,
      from: null,
      to: null,
      cells: [],
      path: [],
    };
  },

  shown(position, values, scene) {
    const layers = (values.program as number[])[1]!;
    const [rows, columns] = [scene.rows!, scene.columns!];
    const pile = (_: unknown, cell: number): number[] => {
      const begin = ((cell % columns) * rows + Math.floor(cell / columns)) * layers;
      return position
        .slice(begin, begin + layers)
        .filter((object) => object > 0)
        .map((object) => object - 1);
    };
    return { piles: Array.from({ length: rows * columns }, pile) };
  },

  hint({ move, words }) {
    if (move === 'tick') return Array<string>(3).fill(local(WORDS.wait));
    const press = local(WORDS.press, { key: words });
    return [move === 'action' ? press : local(WORDS.arrow), press, press];
  },
};
