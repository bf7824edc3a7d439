import { get, post } from '$lib/api/client';
import { finished, JobFailed } from '$lib/api/jobs';
import type { Next } from '$lib/api/schema';
import type { Difficulty, Game, Job, PackDetail, Summary } from '$lib/api/types';
import { settings } from '$lib/state/settings.svelte';

/** The page on which the player chooses what comes next. */
export const NEXT_PAGE = '/next';

/** Whether this game is the player's first win ever: its badge is given once. */
export const isFirstWin = (game: Pick<Game, 'status' | 'badges'>): boolean =>
  game.status === 'won' && game.badges.some(({ key }) => key === 'first-win');

/** Where to go next: the next level of the pack, or else a board at the player's level not solved yet. */
export async function nextBoard(board: Summary, pack: string | null): Promise<string> {
  try {
    if (pack) return await nextLevel(board, pack);
    const { board: found } = await nextWished([board.id]);
    return found ? `/play/${found.id}` : NEXT_PAGE;
  } catch {
    return '/';
  }
}

/** The page with the levels of a pack. */
export const homeOf = (pack: string): Promise<string> =>
  get<PackDetail>(`/packs/${pack}`).then(
    ({ home }) => home,
    () => '/',
  );

async function nextLevel(board: Summary, pack: string): Promise<string> {
  const { levels, home } = await get<PackDetail>(`/packs/${pack}`);
  const here = levels.findIndex((level) => level.board.id === board.id);
  const level = levels[here + 1];
  return level ? `/play/${level.board.id}?pack=${pack}` : home;
}

/** A board at the player's level, of the kind and difficulty that they have chosen; none of `after`. */
export function nextWished(after: readonly string[]): Promise<Next> {
  const { family, difficulties } = settings.next;
  const values = [
    ...(family ? [['family', family]] : []),
    ...difficulties.map((one) => ['difficulty', one]),
    ...after.map((id) => ['after', id]),
  ];
  return get<Next>(`/next?${new URLSearchParams(values)}`);
}

const MADE: Difficulty[] = ['easy', 'medium', 'hard'];

/** The difficulty of a new board that is nearest to one of these; null: the site chooses. */
export function madeAs(difficulties: readonly (Difficulty | null)[]): Difficulty | null {
  const known = difficulties.filter((one) => one !== null);
  if (!known.length) return null;
  return known.find((one) => MADE.includes(one)) ?? MADE.at(-1)!;
}

/** The id of a new board, made by a job; its states on the way are passed to `waiting`. */
export async function makeAnother(
  family: string | null,
  difficulty: Difficulty | null,
  waiting: (job: Job) => void,
): Promise<string | null> {
  const asked = await post<Job>('/another', { family, difficulty });
  const job = await finished(asked, waiting);
  if (job.state !== 'done') throw new JobFailed(job);
  return job.board;
}
