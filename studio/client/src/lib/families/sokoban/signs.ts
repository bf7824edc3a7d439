/** The signs of a board, what each means, and the floor that is within the walls. */

import { rowsOf } from '$lib/kit/drafting';

export const WALL = '#';
export const FLOOR = '-';

export type Thing = 'box' | 'pusher' | null;

/** What stands on a cell, and whether it is a goal. */
export const meaning = (sign: string): { thing: Thing; goal: boolean } => ({
  thing: '$*'.includes(sign) ? 'box' : '@+'.includes(sign) ? 'pusher' : null,
  goal: '.+*'.includes(sign),
});

export const signOf = (thing: Thing, goal: boolean): string => {
  if (thing === 'box') return goal ? '*' : '$';
  if (thing === 'pusher') return goal ? '+' : '@';
  return goal ? '.' : FLOOR;
};

/** The rows of a board that is being drawn, all of one length. */
export function boardRows(board: unknown): string[] {
  const rows = rowsOf(board).map((row) => row.replace(/[\s_]/g, FLOOR));
  const wide = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(wide, FLOOR));
}

/** The cells without a wall from which no way leads out of the board. */
export function within(rows: number, columns: number, walls: ReadonlySet<number>): Set<number> {
  const open = new Set<number>();
  const reach = (row: number, column: number): void => {
    const waiting = [[row, column] as const];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const [y, x] = at;
      const cell = y * columns + x;
      if (y < 0 || x < 0 || y >= rows || x >= columns || walls.has(cell) || open.has(cell)) continue;
      open.add(cell);
      waiting.push([y - 1, x], [y + 1, x], [y, x - 1], [y, x + 1]);
    }
  };
  for (let row = 0; row < rows; row++) for (const column of [0, columns - 1]) reach(row, column);
  for (let column = 0; column < columns; column++) for (const row of [0, rows - 1]) reach(row, column);
  const cells = Array.from({ length: rows * columns }, (_, cell) => cell);
  return new Set(cells.filter((cell) => !walls.has(cell) && !open.has(cell)));
}
