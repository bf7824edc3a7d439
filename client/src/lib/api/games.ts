import type { Family, Game, Summary } from './types';

/** As the server sends it: a game of a board that stands in no gallery has none, only the puzzle itself. */
export type SentGame = Omit<Game, 'board'> & { board: Summary | null; puzzle: string; family: Family };

export function withBoard(game: SentGame): Game {
  return { ...game, board: game.board ?? unlisted(game.puzzle, game.family) };
}

const unlisted = (puzzle: string, family: Family): Summary => ({
  id: '',
  title: null,
  family,
  author: null,
  source: null,
  par: null,
  difficulty: null,
  tags: [],
  status: 'draft',
  mine: false,
  won: false,
  best: null,
  plays: 0,
  wins: 0,
  rating: null,
  published: null,
  puzzle,
  same_as: null,
  thumbnail: '',
  embed: '',
});
