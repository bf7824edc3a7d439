/** What the server says about the source of a game. */

import type { BoardKeys, Sprite } from '$lib/api/types';

export interface Remark {
  line: number;
  severity: 'error' | 'warning';
  message: string;
}

/** A sign of the legend, with the sprites that it puts on a cell. */
export interface Sign {
  sign: string;
  name: string;
  pile: number[];
}

export interface SourceLevel {
  level: number;
  /** The line of its first row, from 1. */
  line: number;
  rows: string[];
  keys: BoardKeys;
}

export interface Source {
  title: string | null;
  author: string | null;
  errors: number;
  remarks: Remark[];
  sprites: Sprite[];
  legend: Sign[];
  levels: SourceLevel[];
}

/** What is known of a level: `searched` after a job that reached its limit. */
export interface LevelAnswer {
  level: number;
  known: boolean;
  solvable: boolean | null;
  par: number | null;
  error: string | null;
  atLeast?: number;
  best?: number | null;
  searched?: boolean;
}

export interface Published {
  pack: { id: string; title: string } | null;
  levels: { level: number; board: string; status: string; par: number | null }[];
  left_out: { level: number; message: string }[];
}
