/** What leaves a solved board: the piece that has reached the gate goes on through it. */

import type { Edge, Position, Scene } from '$lib/api/types';
import type { Geometry, Point } from '$lib/kit/geometry';

const TURNS: Record<Edge, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

export interface WayOut {
  piece: string;
  by: Point;
}

/** How far that piece goes, in the units of the board; null if the goal is not a gate. */
export function wayOut(scene: Scene, position: Position, geometry: Geometry): WayOut | null {
  const piece = position.pieces.find(({ id }) => id === scene.gate?.piece);
  if (!scene.gate || !piece) return null;
  const turn = TURNS[scene.gate.edge];
  const places = piece.cells.map((cell) => geometry.at(cell));
  const along = places.map(({ x, y }) => Math.abs(x * turn.x + y * turn.y));
  const far = Math.max(...along) - Math.min(...along) + 1.2 * geometry.unit;
  return { piece: piece.id, by: { x: turn.x * far, y: turn.y * far } };
}
