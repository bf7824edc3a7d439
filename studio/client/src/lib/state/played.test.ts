import { beforeEach, describe, expect, it } from 'vitest';
import { PlayedGames, type PlayedGame } from './played';
import { FakeServer, FakeStore, game, problem } from './testing';

describe('games that were played without the server', () => {
  let server: FakeServer;
  let store: FakeStore;
  let games: PlayedGames;
  beforeEach(() => {
    server = new FakeServer();
    store = new FakeStore();
    games = new PlayedGames(store, server);
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
    const refusing = new PlayedGames(store, {
      ...server,
      post: async <T>(path: string, body: unknown) => {
        if ((body as PlayedGame).sent === 's1') throw problem(404, 'not-found');
        return post<T>(path, body);
      },
    });
    await refusing.send('ada');
    expect([...server.games.keys()]).toEqual(['s2']);
    expect(games.all()).toEqual([]);
  });

  it('do not wait for one that the server cannot take now', async () => {
    games.put(game({}));
    games.put(game({ sent: 's2' }));
    const { post } = server;
    server.post = async <T>(path: string, body: unknown) => {
      if ((body as PlayedGame).sent === 's1') throw problem(500, 'error');
      return post<T>(path, body);
    };
    await games.send('ada');
    expect([...server.games.keys()]).toEqual(['s2']);
    expect(games.all().map(({ sent }) => sent)).toEqual(['s1']);
  });

  it('wait for their end while they go on', async () => {
    games.put(game({ solved: false }));
    await games.send('ada');
    expect(server.asked).toEqual([]);
    await games.send('ada', () => true);
    expect(server.games.size).toBe(1);
  });

  it('remember help when they begin again', () => {
    games.put(game({ solved: false, moves: [], helped: true }));
    games.put(game({ sent: 's2', moves: [] }));
    expect(games.all().map(({ sent }) => sent)).toEqual(['s1']);
    expect(games.hadHelp('b2')).toBe(false);
    expect(games.hadHelp('b1')).toBe(true);
    games.put(game({ sent: 's3', solved: false, helped: true }));
    expect(games.all().map(({ sent }) => sent)).toEqual(['s3']);
  });

  it('are given up there too, once they are there', async () => {
    games.put(game({ solved: false, given_up: true, moves: [] }));
    expect(games.hadHelp('b1')).toBe(true);
    expect(games.unfinished('b1', 'ada')).toBeNull();
    await games.send('ada');
    expect(server.asked.map(([path]) => path)).toEqual(['/games', '/games/s1/surrender']);
    expect([...server.ended]).toEqual(['s1']);
    expect(games.all()).toEqual([]);
  });

  it.each(['before they are sent', 'while they are sent', 'afterwards'])(
    'report that they were looked back on %s, after their moves',
    async (when) => {
      games.put(game({}));
      const look = () => games.review(game({}));
      if (when === 'before they are sent') {
        look();
        expect(games.hadHelp('b1')).toBe(true);
      }
      const { post } = server;
      server.post = async <T>(path: string, body: unknown) => {
        if (when === 'while they are sent') look();
        expect(server.reviewed).toEqual([]);
        return post<T>(path, body);
      };
      await games.send('ada');
      if (when === 'afterwards') look();
      expect(server.reviewed).toEqual([['s1', 1000]]);
      expect(games.all()).toEqual([]);
    },
  );

  it('wait for reviews of other games to arrive', async () => {
    games.put(game({}));
    server.deliver = () => Promise.reject(problem(0, 'offline'));
    await games.send('ada');
    expect(server.asked).toEqual([]);
    expect(games.all()).toHaveLength(1);
  });

  it('go on from an earlier position although some of their moves were sent', async () => {
    games.put(game({ solved: false, moves: ['A1', 'A2', 'A3'] }));
    await games.send('ada', () => true);
    games.put(game({ moves: ['A1', 'B2', 'B3', 'B4'] }));
    await games.send('ada');
    expect(server.games.get('s1')).toEqual(['A1', 'B2', 'B3', 'B4']);
  });
});

describe('moves of a game that began with the server', () => {
  let server: FakeServer;
  let store: FakeStore;
  let games: PlayedGames;
  beforeEach(() => {
    server = new FakeServer();
    server.games.set('g1', ['A1', 'A2']);
    store = new FakeStore();
    games = new PlayedGames(store, server);
  });

  const going = (about: Partial<PlayedGame>): PlayedGame =>
    game({ on: { id: 'g1', moves: ['A1', 'A2'] }, solved: false, ...about });
  const sent = () => games.send('ada', () => true);

  it('are added to it, after the help', async () => {
    games.put(going({ moves: ['A1', 'A2', 'B1'], helped: true, spent_ms: 7000 }));
    expect(await sent()).toEqual([]);
    expect(server.helped).toEqual(['g1']);
    expect(server.asked).toEqual([['/games/g1/moves', { moves: ['B1'], cursor: 2, elapsed_ms: 7000 }]]);
    expect(games.all()).toEqual([]);
    expect(games.idOf('s1')).toBe('g1');
  });

  it('wait while the help cannot be reported', async () => {
    games.put(going({ moves: ['A1', 'A2', 'B1'] }));
    server.deliver = () => Promise.reject(problem(0, 'offline'));
    await sent();
    expect(server.asked).toEqual([]);
    expect(games.all()).toHaveLength(1);
  });

  it.each([
    ['one was undone', ['A1']],
    ['all were undone', []],
    ['another was made', ['A1', 'B1', 'B2']],
  ])('are made again when %s', async (_, moves) => {
    games.put(going({ moves }));
    await sent();
    expect(server.games).toEqual(new Map([['g1', moves]]));
    expect(games.all()).toEqual([]);
  });

  it('are made once, though every answer is lost', async () => {
    const moves = ['B1', ...Array.from({ length: 450 }, (_, number) => `C${number}`)];
    games.put(going({ moves, solved: true }));
    server.failure = problem(503, 'unavailable');
    server.isDeaf = true;
    server.get = async <T>(path: string) => {
      const id = path.split('/')[2]!;
      const there = [...server.games.get(id)!];
      return { id, moves: there, cursor: there.length, status: 'playing' } as T;
    };
    server.deliver = () => Promise.resolve();
    for (let time = 0; time < 4; time++) await sent();
    server.failure = null;
    expect(await sent()).toEqual([]);
    expect(server.games).toEqual(new Map([['g1', moves]]));
  });

  it.each<[string, (there: FakeServer) => void]>([
    ['was continued elsewhere', (there) => there.games.set('g1', ['A1', 'A2', 'Z9'])],
    ['was ended elsewhere', (there) => there.ended.add('g1')],
    ['was deleted', (there) => there.games.delete('g1')],
  ])('become a game of their own if it %s', async (_, change) => {
    change(server);
    games.put(going({ moves: ['A1', 'A2', 'B1'] }));
    expect(await sent()).toEqual([{ board: 'b1', id: 's1', solved: false }]);
    expect(server.games.get('s1')).toEqual(['A1', 'A2', 'B1']);
    games.put(going({ moves: ['A1', 'A2', 'B1', 'B2'] }));
    await sent();
    expect(server.games.get('s1'), 'and go on there').toEqual(['A1', 'A2', 'B1', 'B2']);
  });

  it('are nothing to tell of if none was made', async () => {
    server.games.delete('g1');
    games.put(going({ moves: ['A1'] }));
    expect([await sent(), server.games.size]).toEqual([[], 0]);
  });

  it('that are made while others are sent wait for the next time', async () => {
    games.put(going({ moves: ['A1', 'A2', 'B1'] }));
    const { post } = server;
    server.post = async <T>(path: string, body: unknown) => {
      server.post = post;
      games.put(going({ moves: ['A1', 'A2', 'C1'] }));
      return post<T>(path, body);
    };
    await sent();
    expect(games.find('s1')?.on?.moves).toEqual(['A1', 'A2', 'B1']);
    await sent();
    expect(server.games.get('g1')).toEqual(['A1', 'A2', 'C1']);
  });
});
