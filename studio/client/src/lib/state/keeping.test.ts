import { beforeEach, describe, expect, it } from 'vitest';
import { Keeping, PlayedGames, type Done, type Going } from './played';
import { FakeServer, FakeStore, game, problem } from './testing';

describe('what a page keeps', () => {
  let games: PlayedGames;
  let store: FakeStore;
  let clock: number;
  let names: number;
  beforeEach(() => {
    store = new FakeStore();
    const server = new FakeServer();
    server.failure = problem(0, 'offline');
    games = new PlayedGames(store, server);
    clock = names = 0;
  });

  const opened = (going?: Going) =>
    new Keeping(
      games,
      'b1',
      () => 'ada',
      going,
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

  it('is a game that was given up, whatever comes after it', () => {
    const page = opened();
    page.note('move', ['A1'], false);
    expect(page.note('surrender', ['A1'], false)).toBe(true);
    page.note('move', ['A1', 'B1'], false);
    expect(kept()).toEqual([
      ['s1', 'A1', false],
      ['s2', 'A1 B1', false],
    ]);
    expect(games.all().map(({ given_up, helped }) => [given_up ?? false, helped])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is no help in a win that was looked back on, but in the next game', () => {
    const page = opened();
    won(page);
    page.review();
    expect(games.all().map(({ helped, reviewed }) => [helped, reviewed])).toEqual([[false, true]]);
    opened().note('move', ['A1'], false);
    expect(games.all().map(({ helped }) => helped)).toEqual([false, true]);
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
    clock = 5000;
    page.note('move', ['A1', 'A2'], false);
    clock = 40 * 24 * 3600 * 1000;
    page.note('move', ['A1', 'A2', 'A3'], false);
    expect(
      games.all().map(({ spent_ms }) => spent_ms),
      'a long pause counts as two minutes',
    ).toEqual([125_000]);
  });

  it('is nothing where the store is full, and the page says so', () => {
    store.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const page = opened();
    expect(page.note('move', ['A1'], false)).toBe(false);
    expect(page.note('solved', ['A1'], true)).toBe(false);
  });

  it('goes on after a reload, as the same game', () => {
    const page = opened({
      sent: 's1',
      on: { id: 'g1', moves: ['A1'] },
      moves: ['A1'],
      helped: false,
      spent_ms: 3000,
    });
    expect(page.waiting).toBe(0);
    clock = 1000;
    page.note('move', ['A1', 'A2'], false);
    clock = 2000;
    page.note('move', ['A1', 'A2', 'A3'], false);
    const again = opened();
    expect([again.sent, again.moves, again.waiting]).toEqual(['s1', ['A1', 'A2', 'A3'], 2]);
    again.note('undo', ['A1', 'A2'], false);
    expect(games.all()).toEqual([
      game({ on: { id: 'g1', moves: ['A1'] }, moves: ['A1', 'A2'], spent_ms: 4000, solved: false }),
    ]);
  });

  it('becomes another game where another tab has played the same one', () => {
    const page = opened();
    page.note('move', ['A1'], false);
    const other = opened();
    other.note('move', ['A1', 'B1'], false);
    page.note('move', ['A1', 'C1'], false);
    expect(kept()).toEqual([
      ['s1', 'A1 B1', false],
      ['s2', 'A1 C1', false],
    ]);
  });
});
