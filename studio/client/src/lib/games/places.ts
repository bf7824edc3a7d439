/** Places in a source. The server counts columns in characters, a page in the units of its strings. */

/** The index in a line of the character of this column, from 1. */
export function indexOf(line: string, column: number): number {
  return [...line].slice(0, column - 1).join('').length;
}
