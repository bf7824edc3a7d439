/** A hint in three levels: what to move, where to, the move itself. The server says the same (`clew/puzzles/base.py`, `_hinted`). */

import type { Hint } from '$lib/api/types';
import type { Judged } from '$lib/engine/engine';
import { numbersOf } from '$lib/families/numbers';
import { local } from '$lib/i18n/index.svelte';
import type { Shown } from '$lib/kit/family';
import type { Known } from './step';

const WORDS = {
  move: { en: 'Move {what}.', fr: 'Déplacez {what}.' },
  exactly: { en: 'Move {what}: {move}.', fr: 'Déplacez {what} : {move}.' },
  pass: { en: 'Pass with {what}.', fr: 'Passez avec {what}.' },
  cannot: {
    en: 'Pass with {what}: it cannot move.',
    fr: 'Passez avec {what} : elle ne peut pas bouger.',
  },
  passExactly: { en: 'Pass with {what}: {move}.', fr: 'Passez avec {what} : {move}.' },
};

/** `best`: the first move of the shortest solution that was found, if there is one. */
export function hinted(family: string, { status, distance, leftOut }: Judged, best: Known | undefined): Hint {
  return {
    distance,
    goal_reachable: status !== 'unsolvable',
    best: best ? [best.move] : [],
    line: [],
    levels: best ? (numbersOf(family).hint ?? levels)(best) : [],
    piece: best?.piece ?? null,
    direction: best?.direction ?? null,
    move: best ?? null,
    left_out: leftOut.join('; ') || null,
  };
}

function levels({ mover, move, words, pass }: Shown): string[] {
  if (pass) {
    const what = mover;
    return [
      local(WORDS.pass, { what }),
      local(WORDS.cannot, { what }),
      local(WORDS.passExactly, { what, move }),
    ];
  }
  return [
    local(WORDS.move, { what: mover }),
    local(WORDS.move, { what: words }),
    local(WORDS.exactly, { what: words, move }),
  ];
}
