/** Profiles: what a player has done, as far as they wish others to see it. */

import type { Badge, Family } from '$lib/api/types';

interface Named {
  id: string;
  name: string;
  guest: boolean;
  me: boolean;
}

export interface Shown extends Named {
  since: string;
  points: number;
  wins: number;
  boards: number;
  perfect: number;
  streak: { days: number; best: number };
  rating: { value: number; deviation: number } | null;
  ratings: { at: string; value: number; deviation: number }[];
  families: { family: Family; boards: number; perfect: number }[];
  badges: Badge[];
  history: {
    board: string;
    title: string;
    family: Family;
    length: number;
    par: number | null;
    time_ms: number;
    when: string;
  }[];
  made: { id: string; title: string }[];
}

export type Profile = Named & { public: boolean } & Partial<Shown>;

/** Whether more than the name may be seen. */
export const isShown = (profile: Profile): profile is Profile & Shown => profile.since !== undefined;
