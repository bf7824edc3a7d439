/**
 * Where a picked-up piece may go: the legal moves as stops on lines, for drags, taps and arrow keys.
 *
 * A drag stays on the lines. It snaps to a stop once it is half a cell, or half the way if that is less,
 * beyond the stop before it:
 *
 *     [A]--- o --- o --- O      start, two stops, the last stop of one line
 *         ^
 *         here the first stop is taken
 */

import type { Move, Piece } from '$lib/api/types';
import { leadOf, unitVector, wayOf, type Geometry, type Point } from '$lib/kit/geometry';
import { SNAP } from './measures';

export interface Stop {
  move: Move;
  /** The path of the piece's first cell, from where it stands. */
  way: Point[];
  /** Where its sign stands, and the direction of the last leg. */
  lead: { at: Point; turn: Point };
  /** Another stop lies further on the same line. */
  passing: boolean;
}

const NEAR = 1;

/** `moves` are those that carry a piece. */
export function stopsOf(geometry: Geometry, piece: Piece, moves: readonly Move[]): Stop[] {
  const mine = moves.filter((move) => move.piece === piece.id);
  const stops = mine.map((move) => {
    const way = wayOf(geometry, piece.cells[0]!, move);
    return { move, way, lead: leadOf(geometry, move, way), passing: false };
  });
  for (const stop of stops) {
    stop.passing = stops.some(
      (other) =>
        other !== stop && lengthOf(other.way) > lengthOf(stop.way) && isOn(other.way, stop.way.at(-1)!),
    );
  }
  return stops;
}

export interface Dragged {
  at: Point;
  stop: Stop | null;
}

/** Where a piece dragged to `wanted` is shown, and the stop it would take if released. */
export function dragTo(geometry: Geometry, stops: readonly Stop[], start: Point, wanted: Point): Dragged {
  let best: { stop: Stop; at: Point; far: number; along: number } | null = null;
  for (const stop of stops) {
    const { at, far, along } = project(stop.way, wanted);
    const better = !best || far < best.far - NEAR;
    const longer = best && Math.abs(far - best.far) <= NEAR && lengthOf(stop.way) > lengthOf(best.stop.way);
    if (better || longer) best = { stop, at, far, along };
  }
  if (!best) return { at: start, stop: null };
  return { at: best.at, stop: taken(geometry, stops, best.stop.way, best.along) };
}

function taken(geometry: Geometry, stops: readonly Stop[], way: Point[], along: number): Stop | null {
  const onWay = stops
    .filter((stop) => isOn(way, stop.way.at(-1)!))
    .map((stop) => ({ stop, reached: project(way, stop.way.at(-1)!).along }))
    .sort((a, b) => a.reached - b.reached);
  let found: Stop | null = null;
  let before = 0;
  for (const { stop, reached } of onWay) {
    if (along < before + Math.min(geometry.unit * SNAP, (reached - before) / 2)) break;
    found = stop;
    before = reached;
  }
  return found;
}

/** The stop meant by a tap on a cell: one that newly covers it, or else one whose line crosses it. */
export function stopAt(geometry: Geometry, stops: readonly Stop[], piece: Piece, cell: number): Stop | null {
  const covering = stops
    .filter(({ move }) => move.cells.includes(cell) && !piece.cells.includes(cell))
    .sort((a, b) => lengthOf(a.way) - lengthOf(b.way));
  if (covering[0]) return covering[0];
  const place = geometry.at(cell);
  const crossing = stops.filter(
    ({ way }) =>
      project(way, place).far < geometry.unit * 0.3 && project(way, place).along > geometry.unit * 0.3,
  );
  return crossing.sort((a, b) => lengthOf(a.way) - lengthOf(b.way))[0] ?? null;
}

/**
 * The thing that an arrow key leads to from `here`: in that direction, straight ahead before nearby. What stands
 * at `here` is not ahead.
 */
export function towards<T>(
  things: readonly T[],
  place: (thing: T) => Point,
  here: Point,
  turn: Point,
): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const thing of things) {
    const p = place(thing);
    const ahead = (p.x - here.x) * turn.x + (p.y - here.y) * turn.y;
    const aside = Math.abs((p.x - here.x) * turn.y - (p.y - here.y) * turn.x);
    if (ahead < 1 || aside > ahead * 1.8) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [thing, cost];
  }
  return best;
}

export function lengthOf(way: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < way.length; i++)
    sum += Math.hypot(way[i]!.x - way[i - 1]!.x, way[i]!.y - way[i - 1]!.y);
  return sum;
}

const isOn = (way: readonly Point[], point: Point): boolean => project(way, point).far < NEAR;

/** The point of a line nearest to the given one, how far off it is, and how far along the line. */
export function project(way: readonly Point[], point: Point): { at: Point; far: number; along: number } {
  let best = { at: way[0]!, far: Math.hypot(point.x - way[0]!.x, point.y - way[0]!.y), along: 0 };
  let walked = 0;
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [way[i - 1]!, way[i]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = unitVector(a, b);
    const along = Math.max(0, Math.min(length, (point.x - a.x) * turn.x + (point.y - a.y) * turn.y));
    const at = { x: a.x + turn.x * along, y: a.y + turn.y * along };
    const far = Math.hypot(point.x - at.x, point.y - at.y);
    if (far < best.far) best = { at, far, along: walked + along };
    walked += length;
  }
  return best;
}
