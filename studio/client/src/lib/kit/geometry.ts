/** Where things stand on a board, in SVG units: on a grid, or on a graph whose cells lie anywhere. */

import type { Move, Scene } from '$lib/api/types';

export interface Point {
  x: number;
  y: number;
}

/** A square around a point, as a rectangle has it: `half` is how far its sides are from the middle. */
export const square = (half: number, { x, y }: Point = { x: 0, y: 0 }) => ({
  x: x - half,
  y: y - half,
  width: 2 * half,
  height: 2 * half,
});

export interface Geometry {
  width: number;
  height: number;
  /** The distance between neighbouring cells. */
  unit: number;
  /** How large pieces are drawn: 1, or less where a graph has cells close together. */
  size: number;
  radius: number;
  /** The middle of a cell. */
  at(cell: number): Point;
  /** The cell under a point, if there is one. */
  cellAt(point: Point): number | null;
}

/** The measures of a grid: from cell to cell, the gap between them, the rim, the corners of the tray. */
export interface GridMeasures {
  pitch: number;
  gap?: number;
  margin: number;
  radius: number;
}

export function gridGeometry(
  rows: number,
  columns: number,
  { pitch, gap = 0, margin, radius }: GridMeasures,
): Geometry {
  const middle = (n: number) => margin + (n + 0.5) * pitch - gap / 2;
  return {
    width: columns * pitch - gap + 2 * margin,
    height: rows * pitch - gap + 2 * margin,
    unit: pitch,
    size: 1,
    radius,
    at: (cell) => ({ x: middle(cell % columns), y: middle(Math.floor(cell / columns)) }),
    cellAt: ({ x, y }) => {
      const column = Math.floor((x - margin + gap / 2) / pitch);
      const row = Math.floor((y - margin + gap / 2) / pitch);
      return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null;
    },
  };
}

const SMALLEST = 0.2;

/** `pitch` is the length of the scene's unit, `margin` the room around the cells. */
export function graphGeometry(
  scene: Scene,
  { pitch, margin: room }: { pitch: number; margin: number },
): Geometry {
  const size = Math.max(SMALLEST, Math.min(1, closest(scene)));
  const margin = room * size;
  const places = scene.cells.map(({ x, y }) => ({
    x: x * pitch + margin,
    y: y * pitch + margin,
  }));
  const reach = pitch * size * 0.52;
  return {
    width: scene.width * pitch + 2 * margin,
    height: scene.height * pitch + 2 * margin,
    unit: pitch,
    size,
    radius: 0,
    at: (cell) => places[cell] ?? { x: 0, y: 0 },
    cellAt: (point) => {
      const [best, far] = nearest(places, point);
      return best !== null && far <= reach ? best : null;
    },
  };
}

function closest(scene: Scene): number {
  let least = Infinity;
  scene.cells.forEach((a, i) => {
    for (const b of scene.cells.slice(0, i)) {
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      if (far > 0) least = Math.min(least, far);
    }
  });
  return Number.isFinite(least) ? least : 1;
}

export function nearest(places: readonly Point[], point: Point): [number | null, number] {
  let best: number | null = null;
  let far = Infinity;
  places.forEach((place, index) => {
    const distance = Math.hypot(place.x - point.x, place.y - point.y);
    if (distance < far) [best, far] = [index, distance];
  });
  return [best, far];
}

/** The middle of several cells. */
export function middle(geometry: Geometry, cells: readonly number[]): Point {
  const points = cells.map((cell) => geometry.at(cell));
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / (points.length || 1), y: sum.y / (points.length || 1) };
}

/** The path of a piece's first cell, corner by corner. */
export function wayOf(geometry: Geometry, from: number, move: Move): Point[] {
  const start = geometry.at(from);
  return move.path.map(([dx, dy]) => ({ x: start.x + dx * geometry.unit, y: start.y + dy * geometry.unit }));
}

export function unitVector(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

/** The middle of the foremost cells that a piece will cover, where the sign of the move stands. */
export function leadOf(geometry: Geometry, move: Move, way: readonly Point[]): { at: Point; turn: Point } {
  const end = way.at(-1)!;
  const turn = unitVector(way.at(-2) ?? end, end);
  const along = (cell: number) => geometry.at(cell).x * turn.x + geometry.at(cell).y * turn.y;
  const front = Math.max(...move.cells.map(along));
  const foremost = move.cells.filter((cell) => along(cell) > front - 1);
  return { at: middle(geometry, foremost), turn };
}

/** The convex hull, in order around it. */
export function hull(points: readonly Point[]): Point[] {
  const ordered = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (ordered.length < 3) return ordered;
  const half = (these: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of these) {
      while (chain.length > 1 && cross(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(ordered), ...half([...ordered].reverse())];
}

const cross = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether p lies between a and b, or so near the line that it would seem to. */
export function isBetween(a: Point, b: Point, p: Point, near: number): boolean {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
  return along > 0 && along < length && Math.abs(cross(a, b, p)) / length < near;
}
