/** Games whose board is not in the gallery. */

import type { Family, Game, SentGame, Summary } from './types';

export function withBoard(game: SentGame): Game {
  return { ...game, board: game.board ?? unlisted(game.puzzle, game.family) };
}

const unlisted = (puzzle: string, family: Family): Summary => ({
  id: '',
  title: '',
  family,
  author: '',
  source: '',
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
  rating: 0,
  published: null,
  puzzle,
  same_as: null,
  made_from: null,
  thumbnail: '',
  embed: '',
});
