/** What a level lacks, which its rows tell; what is known of it tells more. */

import type { LevelAnswer, SourceLevel } from '$lib/api/types';

/** A level that any key wins, for lack of what its goal asks for, takes one move; one of more moves lacks nothing. */
const EMPTY_MOVES = 1;

/** The names of what must be drawn before a level is one. */
export function lackingOf({ lacks }: SourceLevel, answer: LevelAnswer | undefined): string[] {
  return answer?.par != null && answer.par > EMPTY_MOVES ? [] : lacks;
}
