import { get, query } from '$lib/api/client';
import type { PackDetail, Summary } from '$lib/api/types';

export interface Next {
  board: Summary | null;
  /** The player's rating, which lies within twice its deviation in 95 of 100 cases. */
  rating: { value: number; deviation: number };
}

/** Where to go next: the next level of the pack, or else a board at the player's level not solved yet. */
export async function nextBoard(board: Summary, pack: string | null): Promise<string> {
  try {
    return pack ? await nextLevel(board, pack) : await nextAtLevel(board);
  } catch {
    return '/';
  }
}

async function nextLevel(board: Summary, pack: string): Promise<string> {
  const { levels } = await get<PackDetail>(`/packs/${pack}`);
  const here = levels.findIndex((level) => level.board.id === board.id);
  const level = levels[here + 1];
  return level ? `/play/${level.board.id}?pack=${pack}` : `/packs/${pack}`;
}

/** A board at the player's level, of any family. */
async function nextAtLevel(board: Summary): Promise<string> {
  const { board: found } = await get<Next>(`/next${query({ after: board.id })}`);
  return found ? `/play/${found.id}` : '/';
}
