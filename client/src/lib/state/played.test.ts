import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/client';
import { Keeping, PlayedGames, type Done, type PlayedGame } from './played';

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
    if (path.endsWith('/restart')) this.games.set(id, []);
    else if (!known) this.games.set(id, [...moves]);
    else if (!sent) known.push(...moves);
    if (this.failure) throw this.failure;
    const there = this.games.get(id)!;
    return { id, moves: [...there], cursor: there.length } as T;
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

  it('remember help when they begin again', () => {
    games.put(game({ solved: false, moves: [], helped: true }));
    games.put(game({ sent: 's2', moves: [] }));
    expect(games.all().map(({ sent }) => sent)).toEqual(['s1']);
    expect(games.begin('b2')).toBe(false);
    expect(games.begin('b1')).toBe(true);
    expect(games.begin('b1'), 'also after a second reload').toBe(true);
    games.put(game({ sent: 's3', solved: false, helped: true }));
    expect(games.all().map(({ sent }) => sent)).toEqual(['s3']);
  });

  it('go on from an earlier position although some of their moves were sent', async () => {
    games.put(game({ solved: false, moves: ['A1', 'A2', 'A3'] }));
    await games.send('ada', true);
    games.put(game({ moves: ['A1', 'B2', 'B3', 'B4'] }));
    await games.send('ada');
    expect(server.games.get('s1')).toEqual(['A1', 'B2', 'B3', 'B4']);
  });
});

describe('what a page keeps', () => {
  let games: PlayedGames;
  let store: FakeStore;
  let clock: number;
  let names: number;
  beforeEach(() => {
    store = new FakeStore();
    games = new PlayedGames(store, () => Promise.reject(problem(0, 'offline')));
    clock = names = 0;
  });

  const opened = () =>
    new Keeping(
      games,
      'b1',
      () => 'ada',
      () => clock,
      () => `s${++names}`,
    );
  const kept = () => games.all().map(({ sent, moves, solved }) => [sent, moves.join(' '), solved]);
  const win = ['s1', 'A1 A2', true];

  function won(page: Keeping): void {
    expect(page.note('move', ['A1'], false)).toBe(false);
    page.note('move', ['A1', 'A2'], false);
    expect(page.note('solved', ['A1', 'A2'], true)).toBe(true);
    expect(kept()).toEqual([win]);
  }

  it.each<[Done, string[]]>([
    ['undo', ['A1']],
    ['restart', []],
  ])('is a win, whatever comes after it: %s', (done, moves) => {
    const page = opened();
    won(page);
    expect(page.note(done, moves, false)).toBe(true);
    expect(kept()).toEqual([win]);
    page.note('move', [...moves, 'B1'], false);
    expect(kept()).toEqual([win, ['s2', [...moves, 'B1'].join(' '), false]]);
  });

  it('is the same win when its last move is made again', () => {
    const page = opened();
    won(page);
    page.note('undo', ['A1'], false);
    page.note('redo', ['A1', 'A2'], false);
    page.note('solved', ['A1', 'A2'], true);
    expect(kept()).toEqual([win]);
  });

  it('is help, before and after a win, through reloads', () => {
    opened().note('help', [], false);
    for (let reload = 0; reload < 3; reload++) opened();
    const page = opened();
    page.note('move', ['A1'], false);
    expect(games.all().map(({ helped }) => helped)).toEqual([true]);
    store.clear();
    const other = opened();
    other.note('move', ['A1'], false);
    other.note('solved', ['A1'], true);
    other.note('undo', [], false);
    other.note('help', [], false);
    expect(opened().note('move', ['A1'], false)).toBe(false);
    expect(games.all().map(({ solved, helped }) => [solved, helped])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is help in another tab', () => {
    const [page, other] = [opened(), opened()];
    page.note('move', ['A1'], false);
    other.note('help', [], false);
    page.note('solved', ['A1'], true);
    expect(games.all().map(({ solved, helped }) => [solved, helped])).toContainEqual([true, true]);
    expect(games.all().every(({ helped }) => helped)).toBe(true);
  });

  it('tells a time that the server takes', () => {
    const page = opened();
    page.note('move', ['A1'], false);
    clock = 40 * 24 * 3600 * 1000;
    page.note('move', ['A1', 'A2'], false);
    expect(games.all().map(({ spent_ms }) => spent_ms)).toEqual([30 * 24 * 3600 * 1000]);
  });

  it('is nothing where the store is full, and the page says so', () => {
    store.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const page = opened();
    expect(page.note('move', ['A1'], false)).toBe(false);
    expect(page.note('solved', ['A1'], true)).toBe(false);
  });
});
