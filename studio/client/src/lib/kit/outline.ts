/**
 * The outline of a set of cells, for pieces of any shape: rounded, a little inside the cells, holes and all.
 *
 * Walked clockwise along the sides of cells, the piece is always on the right hand:
 *
 *     +->-+
 *     |   v        a right turn is an outer corner, rounded with the full radius,
 *     ^   +->-+    a left turn an inner one (or the corner of a hole), with what is left of it
 *     |       v
 *     +--<----+
 */

import type { Point } from './geometry';

type Way = [number, number];
const key = (x: number, y: number): string => `${x} ${y}`;

/** The corners of each closed line around the cells `[column, row]`: clockwise outside, the other way around holes. */
export function loops(cells: readonly Way[]): Way[][] {
  const inside = new Set(cells.map(([x, y]) => key(x, y)));
  const ways = new Map<string, Way[]>();
  const add = (x: number, y: number, way: Way) => ways.set(key(x, y), [...(ways.get(key(x, y)) ?? []), way]);
  for (const [x, y] of cells) {
    if (!inside.has(key(x, y - 1))) add(x, y, [1, 0]);
    if (!inside.has(key(x + 1, y))) add(x + 1, y, [0, 1]);
    if (!inside.has(key(x, y + 1))) add(x + 1, y + 1, [-1, 0]);
    if (!inside.has(key(x - 1, y))) add(x, y + 1, [0, -1]);
  }
  const found: Way[][] = [];
  for (let start = next(ways); start !== null; start = next(ways)) found.push(walk(start, ways));
  return found;
}

function next(ways: Map<string, Way[]>): string | null {
  for (const [at, left] of ways) if (left.length) return at;
  return null;
}

function walk(start: string, ways: Map<string, Way[]>): Way[] {
  let [x, y] = start.split(' ').map(Number) as Way;
  const first = ways.get(start)![0]!;
  let way = first;
  const corners: Way[] = [];
  do {
    const here = ways.get(key(x, y))!;
    here.splice(here.indexOf(way), 1);
    x += way[0];
    y += way[1];
    const options = ways.get(key(x, y)) ?? [];
    const following = key(x, y) === start && !options.length ? first : turn(way, options);
    if (following[0] !== way[0] || following[1] !== way[1]) corners.push([x, y]);
    way = following;
  } while (key(x, y) !== start || (ways.get(start)?.length ?? 0) > 0);
  return corners;
}

/** Where two lines touch at a corner, the one that stays with its own cell: right, then straight, then left. */
function turn([dx, dy]: Way, options: Way[]): Way {
  const wanted: Way[] = [
    [-dy, dx],
    [dx, dy],
    [dy, -dx],
  ];
  for (const [wx, wy] of wanted) {
    const found = options.find(([ox, oy]) => ox === wx && oy === wy);
    if (found) return found;
  }
  return options[0]!;
}

/** The `d` of a path around cells of that size, `inset` inside them; (0, 0) is the middle of cell [0, 0]. */
export function outline(cells: readonly Way[], side: number, inset: number, radius: number): string {
  return loops(cells)
    .map((corners) =>
      rounded(
        corners.map(([x, y]) => ({ x: (x - 0.5) * side, y: (y - 0.5) * side })),
        inset,
        radius,
      ),
    )
    .join('');
}

function rounded(points: Point[], inset: number, radius: number): string {
  let text = '';
  points.forEach((corner, index) => {
    const coming = unit(points.at(index - 1)!, corner);
    const going = unit(corner, points[(index + 1) % points.length]!);
    const x = corner.x + inset * (-coming.y - going.y);
    const y = corner.y + inset * (coming.x + going.x);
    const outer = coming.x * going.y - coming.y * going.x > 0;
    const r = outer ? radius : Math.max(radius - 2 * inset, radius / 3);
    text += `${text ? 'L' : 'M'}${x - coming.x * r} ${y - coming.y * r}`;
    text += `Q${x} ${y} ${x + going.x * r} ${y + going.y * r}`;
  });
  return `${text}Z`;
}

function unit(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}
