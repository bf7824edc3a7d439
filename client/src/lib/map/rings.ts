/**
 * Where each position stands on the map: the goals in the middle, each ring one move further out.
 *
 * Every position has the same area, so a ring is as wide as it has positions. Within a ring positions follow the
 * mean angle of their neighbours in the ring before, so that moves between rings are short; their depth in the
 * ring is a sequence that fills it evenly (the bits of the place, reversed).
 */

export interface Place {
  x: number;
  y: number;
}

export interface Rings {
  places: Place[];
  /** The outer radius of each distance, from 0 on; what no goal can be reached from is the last. */
  radii: number[];
}

/** The middle is left free, for the word. */
const HOLLOW = 0.02;
/** The share of a ring's width that points keep to, so that rings stay apart. */
const FILLED = 0.86;

export function ringsOf(
  distance: readonly (number | null)[],
  links: readonly [number, number][],
  radius: number,
): Rings {
  const count = distance.length;
  const farthest = distance.reduce<number>((most, d) => Math.max(most, d ?? 0), 0);
  const ringOf = (state: number) => distance[state] ?? farthest + 1;
  const rings: number[][] = Array.from({ length: farthest + 2 }, () => []);
  for (let state = 0; state < count; state++) rings[ringOf(state)]!.push(state);

  const near: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of links) {
    near[a]?.push(b);
    near[b]?.push(a);
  }
  const angle = new Float64Array(count);
  const places = new Array<Place>(count);
  const radii: number[] = [];
  let inside = HOLLOW * count;
  for (const [number, ring] of rings.entries()) {
    const outside = inside + ring.length;
    order(ring, number, near, ringOf, angle);
    ring.forEach((state, index) => {
      const share = 0.5 + (reversed(index) - 0.5) * FILLED;
      const r = radius * Math.sqrt((inside + (outside - inside) * share) / (count * (1 + HOLLOW)));
      places[state] = { x: Math.cos(angle[state]!) * r, y: Math.sin(angle[state]!) * r };
    });
    inside = outside;
    radii.push(radius * Math.sqrt(outside / (count * (1 + HOLLOW))));
  }
  return { places, radii };
}

function order(
  ring: number[],
  number: number,
  near: readonly number[][],
  ringOf: (state: number) => number,
  angle: Float64Array,
): void {
  const wanted = new Map<number, number>();
  for (const [index, state] of ring.entries()) {
    let [x, y] = [0, 0];
    for (const other of near[state]!) {
      if (ringOf(other) !== number - 1) continue;
      x += Math.cos(angle[other]!);
      y += Math.sin(angle[other]!);
    }
    wanted.set(state, x || y ? Math.atan2(y, x) : (2 * Math.PI * index) / ring.length - Math.PI);
  }
  ring.sort((a, b) => wanted.get(a)! - wanted.get(b)! || a - b);
  ring.forEach((state, index) => (angle[state] = -Math.PI + (2 * Math.PI * (index + 0.5)) / ring.length));
}

/** The binary digits of a place, reversed behind the point: 0, 1/2, 1/4, 3/4, 1/8, ... */
export function reversed(index: number): number {
  let [value, share] = [0, 0.5];
  for (let rest = index; rest > 0; rest >>= 1) {
    if (rest & 1) value += share;
    share /= 2;
  }
  return value;
}

/** The place nearest to a point, within reach. */
export function placeAt(places: readonly Place[], x: number, y: number, reach: number): number | null {
  let best: number | null = null;
  let least = reach;
  places.forEach((place, index) => {
    const far = Math.hypot(place.x - x, place.y - y);
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

/** A smooth line through points: each corner rounded by the two beside it. */
export function smooth(points: readonly Place[]): string {
  if (points.length < 2) return '';
  let d = `M${points[0]!.x} ${points[0]!.y}`;
  for (let i = 1; i < points.length; i++) {
    const [p0, p1, p2, p3] = [
      points[i - 2] ?? points[i - 1]!,
      points[i - 1]!,
      points[i]!,
      points[i + 1] ?? points[i]!,
    ];
    const [ax, ay] = [p1.x + (p2.x - p0.x) / 8, p1.y + (p2.y - p0.y) / 8];
    const [bx, by] = [p2.x - (p3.x - p1.x) / 8, p2.y - (p3.y - p1.y) / 8];
    d += `C${ax} ${ay} ${bx} ${by} ${p2.x} ${p2.y}`;
  }
  return d;
}
