/** What the tests of this folder put in the place of the browser's store and of the server. */

import { Problem } from '$lib/api/client';
import type { PlayedGame } from './played';

export class FakeStore extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
  key = (number: number) => [...this.keys()][number] ?? null;
  get length() {
    return this.size;
  }
}

export const game = (about: Partial<PlayedGame>): PlayedGame => ({
  sent: 's1',
  board: 'b1',
  player: 'ada',
  moves: ['A1'],
  helped: false,
  spent_ms: 1000,
  solved: true,
  ...about,
});

export const problem = (status: number, code: string) => new Problem({ code, status, title: '', detail: '' });

/** A server that plays what it gets, once for each name. */
export class FakeServer {
  games = new Map<string, string[]>();
  asked: [string, object][] = [];
  failure: Error | null = null;
  /** Plays what comes, and its answer is lost. */
  isDeaf = false;
  /** The games whose help it was told of, and those that were looked back on. */
  helped: string[] = [];
  reviewed: [string, number][] = [];
  ended = new Set<string>();

  deliver = async (game: string): Promise<void> => {
    if (this.failure && !this.isDeaf) throw this.failure;
    this.helped.push(game);
  };

  review = (game: string, t_client_ms: number): void => {
    this.reviewed.push([game, t_client_ms]);
  };

  get = async <T>(path: string): Promise<T> => {
    if (this.failure) throw this.failure;
    const id = path.split('/')[2]!;
    const moves = this.games.get(id);
    if (!moves) throw problem(404, 'not-found');
    return this.there(id) as T;
  };

  private there(id: string) {
    const moves = [...this.games.get(id)!];
    return { id, moves, cursor: moves.length, status: this.ended.has(id) ? 'won' : 'playing' };
  }

  post = async <T>(path: string, body: unknown): Promise<T> => {
    if (this.failure && !this.isDeaf) throw this.failure;
    const { sent, moves } = body as { sent?: string; moves: string[] };
    this.asked.push([path, body as object]);
    const id = sent ?? path.split('/')[2]!;
    const known = this.games.get(id);
    if (path.endsWith('/surrender')) this.ended.add(id);
    else if (path.endsWith('/restart')) this.games.set(id, []);
    else if (!known) this.games.set(id, [...moves]);
    else if (!sent) known.push(...moves);
    if (this.failure) throw this.failure;
    return this.there(id) as T;
  };
}
