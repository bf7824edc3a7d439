import { beforeEach, describe, expect, it } from 'vitest';
import { LeftGames, type LeftGame } from '$lib/state/left';
import { PlayedGames, type PlayedGame } from '$lib/state/played';
import type { Game } from './game.svelte';
import { Keeping } from './keeping';

class FakeStore extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
  key = (number: number) => [...this.keys()][number] ?? null;
  get length() {
    return this.size;
  }
}

const LEFT: LeftGame = {
  game: 'g1',
  board: 'b1',
  player: 'ada',
  moves: ['A1'],
  helped: false,
  elapsed_ms: 500,
};
const MOVE = { by: 'move', move: null, moves: [], length: 0 } as const;

describe('games of a board without the server', () => {
  let played: PlayedGames;
  let left: LeftGames;
  let time = 0;
  const asked = () => Promise.reject(new Error('nobody is asked'));
  const keeping = (): Keeping =>
    new Keeping(
      'b1',
      'ada',
      { played, left },
      () => false,
      () => undefined,
      () => time,
    );

  /** The page tells of a game after a step. */
  function step(keeper: Keeping, moves: string[], solved = false, helped = false): PlayedGame[] {
    keeper.shown({ played: moves, helped, position: { solved } } as unknown as Game);
    keeper.tell('change', { ...MOVE, moves: [] });
    return played.all();
  }

  beforeEach(() => {
    const store = new FakeStore();
    played = new PlayedGames(store, asked);
    left = new LeftGames(store);
    time = 0;
  });

  it('begin with the board, or where the game of the server was left', () => {
    expect(keeping().begun).toEqual([]);
    left.put(LEFT);
    const keeper = keeping();
    expect(keeper.begun).toEqual(['A1']);
    const [game] = step(keeper, ['A1', 'B1']);
    expect(game).toMatchObject({ moves: ['A1', 'B1'], left: LEFT, helped: false });
    expect(left.of('b1', 'ada')).toBeNull();
  });

  it('go on after the page was opened again, with their name, their time and their help', () => {
    const first = keeping();
    step(first, [], false, true);
    time = 4000;
    const [before] = step(first, ['A1']);
    const second = keeping();
    expect(second.begun).toEqual(['A1']);
    step(second, ['A1', 'B1']);
    time = 5000;
    const [after, ...others] = step(second, ['A1', 'B1', 'C1']);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ sent: before!.sent, spent_ms: 5000, helped: true });
  });

  it('are kept when another one begins after their end', () => {
    left.put(LEFT);
    const keeper = keeping();
    step(keeper, ['A1', 'B1'], true);
    const games = step(keeper, ['A1']);
    expect(games.map(({ moves, solved }) => [moves, solved])).toEqual([
      [['A1', 'B1'], true],
      [['A1'], false],
    ]);
    expect(games[1]).toMatchObject({ left: null });
  });
});
