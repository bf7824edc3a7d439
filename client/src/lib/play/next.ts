import { get, query } from '$lib/api/client';
import type { Family, PackDetail, Page, Summary } from '$lib/api/types';

/** Where to go next: the next level of the pack, or else a board of the same family not solved yet. */
export async function nextBoard(board: Summary, family: Family, pack: string | null): Promise<string> {
  try {
    return pack ? await nextLevel(board, pack) : await nextOfFamily(board, family);
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

async function nextOfFamily(board: Summary, family: Family): Promise<string> {
  const { items } = await get<Page<Summary>>(
    `/boards${query({ family, won: false, sort: 'par', limit: 2 })}`,
  );
  const found = items.find(({ id }) => id !== board.id);
  return found ? `/play/${found.id}` : '/';
}
