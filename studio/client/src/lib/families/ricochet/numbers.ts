/** Code: the cell of the tile, the direction in which it sets off, and the cell where it stops. */

import { local } from '$lib/i18n/index.svelte';
import { apart, GRID, letterOf } from '$lib/kit/directions';
import type { Numbers } from '$lib/kit/family';

const MOVER = { en: 'the tile {token} at {cell}', fr: 'la tuile {token} en {cell}' };

export const numbers: Numbers = {
  move(scene, position, code) {
    const [from, direction, to] = code as [number, number, number];
    const piece = position.pieces.find(({ cells }) => cells[0] === from)!;
    const [here, there] = [scene.cells[from]!.name, scene.cells[to]!.name];
    const way = GRID[direction]!;
    const mover = local(MOVER, { token: piece.label, cell: here });
    return {
      move: here + letterOf(way),
      mover,
      words: `${mover} ${local(way.words)}`,
      piece: piece.id,
      piece_after: there,
      direction: way.name,
      pass: false,
      from,
      to,
      cells: [to],
      path: [[0, 0], apart(from, to, scene.columns!)],
    };
  },
};
