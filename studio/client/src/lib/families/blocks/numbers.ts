/** Code: the piece's first cell before and after, then the path as pairs of a direction and a number of cells. */

import { local } from '$lib/i18n/index.svelte';
import { GRID, letterOf } from '$lib/kit/directions';
import type { Numbers } from '$lib/kit/family';

const WORDS = {
  mover: { en: 'piece {piece}', fr: 'la pièce {piece}' },
  then: { en: ', then ', fr: ', puis ' },
};

export const numbers: Numbers = {
  move(_scene, position, [from, to, ...path]) {
    const piece = position.pieces.find(({ cells }) => cells[0] === from)!;
    const legs = Array.from({ length: path.length / 2 }, (_, leg) => ({
      way: GRID[path[2 * leg]!]!,
      cells: path[2 * leg + 1]!,
    }));
    const corners: [number, number][] = [[0, 0]];
    for (const { way, cells } of legs) {
      const [x, y] = corners.at(-1)!;
      corners.push([x + cells * way.step[0], y + cells * way.step[1]]);
    }
    const mover = local(WORDS.mover, { piece: piece.name });
    const ways = legs.map(({ way }) => local(way.words)).join(local(WORDS.then));
    return {
      move: piece.id + legs.map(({ way, cells }) => `${letterOf(way)}${cells}`).join(''),
      mover,
      words: `${mover} ${ways}`,
      piece: piece.id,
      piece_after: piece.id,
      direction: legs.at(-1)!.way.name,
      pass: false,
      from: from!,
      to: to!,
      cells: piece.cells.map((cell) => cell - from! + to!),
      path: corners,
    };
  },

  order: ({ piece }, [, , ...path]) => [piece!, ...path],
};
