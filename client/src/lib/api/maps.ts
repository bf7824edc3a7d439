/** The part of the API that deals with maps. */

import type { Position, Scene, Summary } from './types';

export interface MapData {
  states: number;
  edges: number;
  goals: number;
  /** Null if no goal can be reached. */
  farthest: number | null;
  start: number;
  truncated: boolean;
  x: number[];
  y: number[];
  distance: (number | null)[];
  depth: number[];
  goal: boolean[];
  links: [number, number][];
  path: number[];
  optimal: number[];
  measures: Record<string, number | null>;
}

/** A board whose whole map can be drawn; `rings`: positions 0, 1, 2, ... moves away from a goal. */
export interface ListedMap {
  board: Summary;
  states: number;
  farthest: number | null;
  rings: number[];
}

export interface MapPoint {
  index: number;
  position: Position;
  distance: number | null;
  scene?: Scene;
}
