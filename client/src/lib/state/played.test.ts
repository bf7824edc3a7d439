import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/client';
import { LeftGames } from './left';
import { PlayedGames, type PlayedGame } from './played';

class FakeStore extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
  key = (number: number) => [...this.keys()][number] ?? null;
  get length() {
    return this.size;
  }
}

const game = (about: Partial<PlayedGame>): PlayedGame => ({
  sent: 's1',
  board: 'b1',
  player: 'ada',
  moves: ['A1'],
  helped: false,
  spent_ms: 1000,
  solved: true,
  ...about,
});
const problem = (status: number, code: string) => new Problem({ code, status, title: '', detail: '' });

/** A server that plays what it gets, once for each name. */
class FakeServer {
  games = new Map<string, string[]>();
  asked: [string, object][] = [];
  failure: Error | null = null;
  /** Plays what comes, and its answer is lost. */
  isDeaf = false;

  post = async <T>(path: string, body: unknown): Promise<T> => {
    if (this.failure && !this.isDeaf) throw this.failure;
    const { sent, moves } = body as { sent?: string; moves: string[] };
    this.asked.push([path, body as object]);
    const id = sent ?? path.split('/')[2]!;
    const known = this.games.get(id);
    if (!known) this.games.set(id, [...moves]);
    else if (!sent) known.push(...moves);
    if (this.failure) throw this.failure;
    return { id, cursor: this.games.get(id)!.length } as T;
  };
}

describe('games that were played without the server', () => {
  let server: FakeServer;
  let store: FakeStore;
  let games: PlayedGames;
  beforeEach(() => {
    server = new FakeServer();
    store = new FakeStore();
    games = new PlayedGames(store, server.post);
  });

  it('are sent when it answers, and then forgotten', async () => {
    games.put(game({ helped: true }));
    server.failure = problem(0, 'offline');
    await games.send('ada');
    expect(games.all()).toHaveLength(1);
    server.failure = null;
    await games.send('ada');
    expect(games.all()).toEqual([]);
    const body = { board: 'b1', sent: 's1', helped: true, spent_ms: 1000, resume: false, moves: ['A1'] };
    expect(server.asked).toEqual([['/games', body]]);
  });

  it('are played once, though an answer was lost', async () => {
    const moves = Array.from({ length: 450 }, (_, number) => `A${number}`);
    games.put(game({ moves }));
    server.failure = problem(503, 'unavailable');
    server.isDeaf = true;
    await games.send('ada');
    await games.send('ada');
    server.failure = null;
    await games.send('ada');
    expect(server.games).toEqual(new Map([['s1', moves]]));
  });

  it('are nobody else’s', async () => {
    games.put(game({}));
    games.put(game({ sent: 's2', player: null }));
    await games.send('eve');
    expect([...server.games.keys()]).toEqual(['s2']);
    games.handOver('ada', 'eve');
    await games.send('eve');
    expect([...server.games.keys()]).toEqual(['s2', 's1']);
  });

  it('are dropped if the server refuses them, and those after them are sent', async () => {
    games.put(game({}));
    games.put(game({ sent: 's2' }));
    const { post } = server;
    const refusing = new PlayedGames(store, async <T>(path: string, body: unknown) => {
      if ((body as PlayedGame).sent === 's1') throw problem(404, 'not-found');
      return post<T>(path, body);
    });
    await refusing.send('ada');
    expect([...server.games.keys()]).toEqual(['s2']);
    expect(games.all()).toEqual([]);
  });

  it('wait for their end while they go on', async () => {
    games.put(game({ solved: false }));
    await games.send('ada');
    expect(server.asked).toEqual([]);
    await games.send('ada', true);
    expect(server.games.size).toBe(1);
  });

  it('go on where they were, with their help', () => {
    games.put(game({ solved: false, moves: [], helped: true }));
    games.put(game({ sent: 's2', moves: [] }));
    expect(games.all().map(({ sent }) => sent)).toEqual(['s1']);
    expect(games.going('b2', 'ada')).toBeNull();
    expect(games.going('b1', 'eve')).toBeNull();
    expect(games.going('b1', 'ada')?.helped).toBe(true);
    games.put(game({ solved: true }));
    expect(games.going('b1', 'ada')).toBeNull();
  });
});

describe('games that began with the server', () => {
  const left = {
    game: 'g1',
    board: 'b1',
    player: 'ada',
    moves: ['A1', 'B1', 'C1'],
    helped: true,
    elapsed_ms: 500,
  };
  const moves = ['A1', 'B1', 'D1', 'E1'];

  it('go on there, from the last move that remained', async () => {
    const server = new FakeServer();
    const games = new PlayedGames(new FakeStore(), server.post);
    games.put(game({ moves, left }));
    await games.send('ada');
    const [path, body] = server.asked[0]!;
    expect(path).toBe('/games');
    expect(body).toMatchObject({ left: { game: 'g1', moves: left.moves, kept: 2 }, moves: ['D1', 'E1'] });
    expect(body).toMatchObject({ sent: 's1', helped: false, spent_ms: 1000 });
    expect(games.all()).toEqual([]);
  });

  it('go back there, too', async () => {
    const server = new FakeServer();
    const games = new PlayedGames(new FakeStore(), server.post);
    games.put(game({ moves: [], left, solved: false }));
    await games.send('ada', true);
    expect(server.asked[0]![1]).toMatchObject({ left: { kept: 0 }, moves: [] });
  });

  it('become games of their own if those are over or went on elsewhere', async () => {
    const server = new FakeServer();
    const refusing = async <T>(path: string, body: unknown): Promise<T> => {
      if ((body as { left?: object }).left) throw problem(409, 'conflict');
      return server.post<T>(path, body);
    };
    const games = new PlayedGames(new FakeStore(), refusing);
    games.put(game({ moves, left }));
    await games.send('ada');
    expect(server.asked[0]![1]).toEqual({
      ...{ board: 'b1', sent: 's1', resume: false, moves },
      ...{ helped: true, spent_ms: 1500 },
    });
  });

  it('wait for a server that does not answer', async () => {
    const server = new FakeServer();
    const games = new PlayedGames(new FakeStore(), server.post);
    games.put(game({ moves, left }));
    server.failure = problem(0, 'offline');
    await games.send('ada');
    expect(games.all()).toEqual([game({ moves, left })]);
  });

  it('are found by their board and their player, the newest of many', () => {
    const kept = new LeftGames(new FakeStore());
    kept.put(left);
    kept.put({ ...left, moves: ['A1'] });
    expect(kept.of('b1', 'eve')).toBeNull();
    expect(kept.of('b1', 'ada')?.moves).toEqual(['A1']);
    for (let number = 0; number < 20; number++) kept.put({ ...left, board: `c${number}`, player: null });
    expect(kept.of('b1', 'ada')).toBeNull();
    expect(kept.of('c0', 'anybody')?.game).toBe('g1');
    kept.forget('c0');
    expect(kept.of('c0', 'anybody')).toBeNull();
  });
});
