/** Code: the cell of the pebble and that of the hole. On a grid the pebbles between them are pushed along. */

import { local } from '$lib/i18n/index.svelte';
import { apart } from '$lib/kit/directions';
import type { Numbers } from '$lib/kit/family';

const WORDS = {
  one: { en: 'the pebble {token} on cell {cell}', fr: 'le galet {token} de la case {cell}' },
  line: {
    en: 'the line of {count} pebbles that begins on cell {cell}',
    fr: 'la ligne de {count} galets qui commence à la case {cell}',
  },
  into: { en: 'into cell {cell}', fr: 'vers la case {cell}' },
};

/** The cells from the pebble up to the hole, the hole last. */
function line(from: number, hole: number, columns: number): number[] {
  if (!columns) return [hole];
  const [x, y] = apart(from, hole, columns);
  const step = Math.sign(x) + columns * Math.sign(y);
  return Array.from({ length: Math.abs(x + y) }, (_, index) => from + (index + 1) * step);
}

export const numbers: Numbers = {
  move(scene, position, code, values) {
    const [from, hole] = code as [number, number];
    const cells = [from, ...line(from, hole, Number(values.columns))];
    const piece = position.pieces.find((one) => one.cells[0] === from)!;
    const there = scene.cells[cells[1]!]!;
    const here = scene.cells[from]!;
    const count = cells.length - 1;
    const mover =
      count > 1
        ? local(WORDS.line, { count, cell: from })
        : local(WORDS.one, { token: piece.label, cell: from });
    return {
      move: `${from}-${hole}`,
      mover,
      words: `${mover} ${local(WORDS.into, { cell: hole })}`,
      piece: piece.id,
      piece_after: String(there.cell),
      direction: null,
      pass: false,
      from,
      to: hole,
      cells: [there.cell],
      path: [
        [0, 0],
        [there.x - here.x, there.y - here.y],
      ],
      pushed: cells.slice(1, -1).map((cell, index) => ({
        piece: String(cell),
        piece_after: String(cells[index + 2]!),
        cells: [cells[index + 2]!],
      })),
    };
  },
};
