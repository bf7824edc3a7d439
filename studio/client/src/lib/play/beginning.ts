/** A game that has not begun: the server learns of it with the first move. */

import { post } from '$lib/api/client';
import { withBoard } from '$lib/api/games';
import type { BoardDetail, Game, SentGame } from '$lib/api/types';
import { outbox, type LogEvent } from '$lib/state/outbox';
import { loadSession, me } from '$lib/state/session.svelte';

export const beginning = (board: BoardDetail): Game => ({
  id: '',
  board,
  puzzle: board.puzzle,
  family: board.family,
  status: 'playing',
  moves: [],
  cursor: 0,
  undone: [],
  length: 0,
  can_undo: false,
  can_redo: false,
  hints: 0,
  aided: false,
  elapsed_ms: 0,
  time_left_ms: null,
  started: '',
  finished: null,
  score: null,
  rank: null,
  badges: [],
  share: `/play/${board.id}`,
  lost: false,
  in_study: false,
  permitted: { hints: true, distances: true, solution: true },
  scene: board.scene,
  position: board.position,
});

/** Makes the server begin a game. `seen`: what was seen before, which goes into its log. */
export async function begun(body: object, seen: LogEvent[]): Promise<Game> {
  await outbox().deliver(''); // what was looked back on
  const game = withBoard(await post<SentGame>('/games', body));
  for (const event of seen.splice(0)) outbox().put(game.id, event);
  if (!me.player) void loadSession().catch(() => undefined); // the server made a guest
  return game;
}
