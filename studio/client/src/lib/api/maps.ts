/** The part of the API that deals with maps. */

import type { Position, Summary } from './types';

/** The figures of a map, and a path on it; `/map/data` has the map itself. */
export interface MapFigures {
  states: number;
  edges: number;
  goals: number;
  /** Null if no goal can be reached. */
  farthest: number | null;
  start: number;
  /** Moves around the shortest solutions that the map has; null if it has everything. */
  radius: number | null;
  /** Whether it has every shortest solution. */
  all_solutions: boolean;
  path: number[];
  /** Moves that players made on this board: the number of the move on the map, and how often. */
  heat: [number, number][];
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
  puzzle: string;
}
