/** Leaderboards as the server sends them. */

import type { Page } from './types';

export interface LeaderRow {
  rank: number;
  player: string;
  player_id: string;
  guest: boolean;
  length: number;
  time_ms: number;
  when: string;
  me: boolean;
}

export interface Leaderboard extends Page<LeaderRow> {
  me: LeaderRow | null;
  formula: string;
}

/** The rows of a page, and mine below them if it is not among them. */
export const withMine = <T extends { me: boolean }>({ items, me }: { items: T[]; me?: T | null }): T[] =>
  me && !items.some((row) => row.me) ? [...items, me] : items;

export interface OverallRow {
  rank: number;
  player: string;
  player_id: string;
  guest: boolean;
  points: number;
  boards: number;
  me: boolean;
}
