/** How many moves are undone, or made again, at once: up to where one of them ends what belongs together. */

type Ends = ((move: string) => boolean) | undefined;

/** How many of the last moves are undone. */
export function undoneAtOnce(moves: readonly string[], ends: Ends): number {
  let count = 1;
  while (ends && count < moves.length && !ends(moves[moves.length - 1 - count]!)) count++;
  return count;
}

/** How many of the undone moves are made again; the next one is the first. */
export function redoneAtOnce(undone: readonly string[], ends: Ends): number {
  let count = 1;
  while (ends && count < undone.length && !ends(undone[count - 1]!)) count++;
  return count;
}
