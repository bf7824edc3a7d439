/** A game that has not begun: the server learns of it with the first move. */

import type { BoardDetail, Game } from '$lib/api/types';

export const beginning = (board: BoardDetail): Game => ({
  id: '',
  board,
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
  score: null,
  rank: null,
  badges: [],
  share: `/play/${board.id}`,
  lost: false,
  scene: board.scene,
  position: board.position,
});
