/**
 * Code: the direction (up, right, down, left), the cell where the player steps off, or that of the box where pushes
 * count, and whether a box is pushed.
 */

import { local } from '$lib/i18n/index.svelte';
import { GRID, letterOf } from '$lib/kit/directions';
import type { Numbers } from '$lib/kit/family';

const WAYS = [GRID[2]!, GRID[1]!, GRID[3]!, GRID[0]!];
const MOVER = {
  box: { en: 'the box on {cell}', fr: 'la caisse en {cell}' },
  player: { en: 'the player', fr: 'le joueur' },
};
const WORDS = {
  push: { en: 'Push {what}.', fr: 'Poussez {what}.' },
  pushExactly: { en: 'Push {what}: {move}.', fr: 'Poussez {what} : {move}.' },
  move: { en: 'Move {what}.', fr: 'Déplacez {what}.' },
  moveExactly: { en: 'Move {what}: {move}.', fr: 'Déplacez {what} : {move}.' },
};

export const numbers: Numbers = {
  move(scene, position, code, values) {
    const [direction, cell, pushes] = code as [number, number, number];
    const way = WAYS[direction]!;
    const beside = (one: number) => one + way.step[1] * scene.columns! + way.step[0];
    const nameOf = (one: number) => scene.cells[one]!.name;
    const bySteps = Number(values.metric) % 2 === 0;
    const box = bySteps ? beside(cell) : cell;
    const beyond = beside(box);
    const player = { piece: 'pusher', piece_after: 'pusher', cells: [box] };
    const pushed = { piece: nameOf(box), piece_after: nameOf(beyond), cells: [beyond] };
    const mover = pushes ? local(MOVER.box, { cell: nameOf(box) }) : local(MOVER.player);
    const letter = letterOf(way);
    const carried = bySteps ? player : pushed;
    return {
      move: bySteps ? (pushes ? letter : letter.toLowerCase()) : nameOf(cell) + letter,
      mover,
      words: `${mover} ${local(way.words)}`,
      direction: way.name,
      pass: false,
      from: cell,
      to: carried.cells[0]!,
      path: [[0, 0], way.step],
      ...carried,
      ...(pushes ? { pushed: [bySteps ? pushed : player] } : {}),
    };
  },

  hint({ move, mover, words, pushed }) {
    const [told, exactly] = pushed ? [WORDS.push, WORDS.pushExactly] : [WORDS.move, WORDS.moveExactly];
    return [
      local(told, { what: mover }),
      local(told, { what: words }),
      local(exactly, { what: words, move }),
    ];
  },
};
