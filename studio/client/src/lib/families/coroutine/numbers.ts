/** Position: the cells of both coins, and whose turn it is. Code: the coin, the direction or a pass, the cell after. */

import { local } from '$lib/i18n/index.svelte';
import { COMPASS } from '$lib/kit/directions';
import type { Numbers } from '$lib/kit/family';

const WORDS = {
  mover: { en: 'coin {coin}', fr: 'la pièce {coin}' },
  passes: { en: 'coin {coin} passes', fr: 'la pièce {coin} passe' },
};

export const numbers: Numbers = {
  move(_scene, position, code) {
    const [number, direction, to] = code as [number, number, number];
    const coin = String(number);
    const way = COMPASS[direction] ?? null;
    const mover = local(WORDS.mover, { coin });
    return {
      move: coin + (way?.name ?? '-'),
      mover,
      words: way ? `${mover} ${local(way.words)}` : local(WORDS.passes, { coin }),
      piece: coin,
      piece_after: coin,
      direction: way?.name ?? null,
      pass: way === null,
      from: position.pieces[number]!.cells[0]!,
      to,
      cells: [to],
      path: way ? [[0, 0], way.step] : [[0, 0]],
    };
  },

  shown(position, values) {
    const turn = position[2]!;
    return { turn, reading: position[values.own ? turn : 1 - turn]! };
  },
};
