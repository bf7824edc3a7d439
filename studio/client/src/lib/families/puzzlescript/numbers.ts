/**
 * Code: the number of a key. Position: for each cell, column by column, a number a layer: 0, or the object there, counted
 * from 1; what follows the cells is not shown. What a key asks for besides: the number of a sound, or of a message.
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

/** As `clew/families/puzzlescript/events.py` has them. */
const SOUNDS = [
  ...Array.from({ length: 11 }, (_, number) => `sfx${number}`),
  'cancel',
  'restart',
  'cantmove',
];
const FIRST_MESSAGE = 16;

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

  async asked({ keys = [], sounds, said }, ask) {
    if (!sounds && !said) return {};
    const ofKey = async (key: string) => {
      const found = await ask([KEYS.findIndex(({ move }) => move === key)]);
      const names = found.filter((code) => code < FIRST_MESSAGE).map((code) => SOUNDS[code]!);
      const messages = found.filter((code) => code >= FIRST_MESSAGE).map((code) => code - FIRST_MESSAGE);
      return [key, { sounds: names, messages }] as const;
    };
    return { asked: Object.fromEntries(await Promise.all(keys.map(ofKey))) };
  },

  hint({ move, words }) {
    if (move === 'tick') return Array<string>(3).fill(local(WORDS.wait));
    const press = local(WORDS.press, { key: words });
    return [move === 'action' ? press : local(WORDS.arrow), press, press];
  },
};
