/** The months of the calendar of puzzles. */

/** The weeks of a month, from Monday to Sunday; null before its first day and after its last. */
export function weeksOf(year: number, month: number): (number | null)[][] {
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const cells = [...Array<null>(first).fill(null), ...Array.from({ length: count }, (_, index) => index + 1)];
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The month before or after, as [year, month]. */
export const monthBy = (year: number, month: number, by: number): [number, number] => {
  const date = new Date(Date.UTC(year, month - 1 + by, 1));
  return [date.getUTCFullYear(), date.getUTCMonth() + 1];
};
