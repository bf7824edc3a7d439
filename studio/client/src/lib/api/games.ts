import type { Family, Game, Summary } from './types';

/** A game as the server sends it. If its board is not in the gallery, there is only the puzzle. */
export type SentGame = Omit<Game, 'board'> & { board: Summary | null; puzzle: string; family: Family };

/** The solution of a game that was given up. */
export interface Ending {
  status: 'solved' | 'unsolvable' | 'limit';
  moves: string[] | null;
}

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
  forecast: null,
  tags: [],
  status: 'draft',
  refusal: null,
  mine: false,
  won: false,
  best: null,
  plays: 0,
  wins: 0,
  rating: null,
  published: null,
  puzzle,
  same_as: null,
  made_from: null,
  thumbnail: '',
  embed: '',
});
