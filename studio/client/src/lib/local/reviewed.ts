import type { Review, ReviewedMove, TurningPoint } from '$lib/api/types';
/**
 * The review of a game whose positions are all measured. `clew.play.review` does the same sums in Python; both are
 * compared with the games in `tests/play/reviews.json`.
 */

/** A move that was made. */
export interface Made {
  move: string;
  cost: number;
}

/** A position of a game. */
export interface Measured {
  /** The fewest moves to a goal; null if none can be reached. */
  distance: number | null;
  /** The legal moves in order, each with the distance after it. */
  moves: (Made & { after: number | null })[];
  /** The moves of a shortest solution. */
  line: string[];
}

/** `measured`: the positions before each move, and the one at the end, which is `solved` or not. */
export function reviewed(made: readonly Made[], measured: readonly Measured[], solved: boolean): Review {
  const moves = made.map((move, at) => reviewedMove(at + 1, move, measured[at]!, measured[at + 1]!));
  const length = made.reduce((sum, { cost }) => sum + cost, 0);
  const fewest = measured[0]!.distance;
  const left = solved ? 0 : measured.at(-1)!.distance;
  return {
    status: fewest === null ? 'unsolvable' : 'solved',
    limit: null,
    length,
    fewest,
    left,
    lost: fewest === null || left === null ? null : length + left - fewest,
    solved,
    moves,
    turning_points: turningPoints(made, moves),
    nearest: fewest === null ? null : nearest(moves, measured),
  };
}

function reviewedMove(number: number, made: Made, here: Measured, there: Measured): ReviewedMove {
  const { distance, line } = here;
  const after = there.distance;
  const loss = distance === null || after === null ? null : made.cost + after - distance;
  const isBest = ({ cost, after }: Measured['moves'][number]): boolean =>
    after !== null && cost + after === distance;
  const best = distance ? here.moves.filter(isBest).map(({ move }) => move) : [];
  const kind = distance === null ? 'hopeless' : loss === null ? 'dead end' : loss ? 'loss' : 'best';
  return {
    number,
    move: made.move,
    kind,
    before: distance,
    after,
    loss,
    best,
    only_best: best.length === 1 && best[0] === made.move,
    choices: here.moves.length,
    ...(kind === 'loss' || kind === 'dead end' ? { way: line } : {}),
  };
}

/** Where detours begin. The losses of all detours together are those of the game. */
function turningPoints(made: readonly Made[], moves: readonly ReviewedMove[]): TurningPoint[] {
  const found: TurningPoint[] = [];
  let begun: { number: number; distance: number } | null = null;
  let spent = 0;
  for (const { number, kind, before, after } of moves) {
    if (!begun) {
      if (kind !== 'loss' && kind !== 'dead end') continue;
      begun = { number, distance: before! };
      spent = 0;
    }
    spent += made[number - 1]!.cost;
    if (after !== null && after < begun.distance) {
      found.push({ ...begun, lost: spent - (begun.distance - after), back: number });
      begun = null;
    }
  }
  if (!begun) return found;
  const last = moves.at(-1)!.after;
  return [...found, { ...begun, lost: last === null ? null : spent + last - begun.distance, back: null }];
}

/** The shortest solution that shares the longest beginning with the game. */
function nearest(moves: readonly ReviewedMove[], measured: readonly Measured[]): Review['nearest'] {
  const lost = moves.findIndex(({ loss }) => loss !== 0);
  const kept = lost < 0 ? moves.length : lost;
  return { kept, moves: [...moves.slice(0, kept).map(({ move }) => move), ...measured[kept]!.line] };
}
