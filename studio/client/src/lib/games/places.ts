/** Places in a source. The server counts columns in characters, a page in the units of its strings. */

/** The index in a line of the character of each column, from 1; the end of the line for those behind it. */
export function indicesIn(line: string): (column: number) => number {
  const found: number[] = [];
  let index = 0;
  for (const sign of line) {
    found.push(index);
    index += sign.length;
  }
  return (column) => found[column - 1] ?? line.length;
}

export const indexOf = (line: string, column: number): number => indicesIn(line)(column);
