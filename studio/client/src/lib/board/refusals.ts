/** Why something that a player tried is not possible. The server lists its reasons for a position when asked. */

import { post } from '$lib/api/client';
import type { Direction, Piece, Position, PositionOut, Refusal } from '$lib/api/types';
import { speech, t } from '$lib/i18n/index.svelte';
import type { Point } from '$lib/kit/geometry';

/** What a player tried: to take a piece, or to press an empty cell if it is null. */
export interface Tried {
  piece: Piece | null;
  cell: number | null;
  turn: Point;
}

let asked = { about: '', answer: Promise.resolve<Refusal[]>([]) };

/** The reason in words; null if there is nothing to say. `puzzle`: the board, in its compact form. */
export async function reasonOf(puzzle: string, position: Position, tried: Tried): Promise<string | null> {
  const { refused, state } = position;
  const listed = refused ?? (await refusalsOf(puzzle, state));
  return refusalOf(listed, tried)?.reason ?? (tried.piece ? t('not_possible') : null);
}

/** Everything that is refused in a state, which is asked for once. None if the server cannot be reached now. */
function refusalsOf(board: string, state: string): Promise<Refusal[]> {
  const about = `${speech.language} ${board} ${state}`;
  if (asked.about !== about) {
    const answer = post<PositionOut>('/position', { board, state }).then(
      ({ position }) => position.refused ?? [],
      () => {
        if (asked.about === about) asked.about = ''; // the next try asks again
        return [];
      },
    );
    asked = { about, answer };
  }
  return asked.answer;
}

/** The refusal for that cell, or else for that direction. */
export function refusalOf(refused: readonly Refusal[], { piece, cell, turn }: Tried): Refusal | undefined {
  const mine = refused.filter((one) => one.piece === (piece?.id ?? null));
  const there = mine.find((one) => one.to !== null && one.to === cell);
  if (there || !piece) return there;
  const direction = directionOf(turn, mine);
  return (
    mine.find((one) => one.direction !== null && one.direction === direction) ??
    mine.find((one) => one.direction === null && one.to === null) ??
    (turn.x || turn.y ? undefined : mine[0])
  );
}

const GRID: Direction[] = ['right', 'down', 'left', 'up'];
const COMPASS: Direction[] = ['E', 'SE', 'S', 'SW', 'W', 'NW', 'N', 'NE'];

/** The name of a direction: one of four or of eight, whichever the refusals of this board use. */
export function directionOf(vector: Point, refusals: readonly Refusal[]): Direction | null {
  if (!vector.x && !vector.y) return null;
  const names = refusals.some(({ direction }) => direction && COMPASS.includes(direction)) ? COMPASS : GRID;
  const eighths = Math.atan2(vector.y, vector.x) / (2 * Math.PI);
  return names[(Math.round(eighths * names.length) + names.length) % names.length]!;
}
