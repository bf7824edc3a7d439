// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Known } from '$lib/local/step';
import { GAMES, workersOf, type Reviewed } from '$lib/local/testing';
import type { Events } from './events';
import { Game } from './game.svelte';

type Told = { [Name in keyof Events]: [Name, Events[Name]] }[keyof Events];

/** A game of that board, and what the page around it heard. */
async function opened(game: Reviewed, going: string[] = []): Promise<{ play: Game; told: Told[] }> {
  const told: Told[] = [];
  const play = new Game(game.board, workersOf(game), (...event) => void told.push(event as Told), going);
  play.reread();
  await play.judge();
  return { play, told };
}

const by = (play: Game, name: string): Promise<void> =>
  play.move(play.position!.moves.find(({ move }) => move === name)! as Known);

const won = GAMES.find(({ review, moves }) => review.solved && moves.length > 2)!;

describe('a game in a page without a server', () => {
  it.each(GAMES.filter(({ moves }) => moves.length))(
    '$board.made.family is played to its end',
    async (game) => {
      const { play, told } = await opened(game);
      for (const name of game.moves) await by(play, name);
      expect(play.game).toMatchObject({ moves: game.moves, length: game.review.length });
      expect(play.position!.solved).toBe(game.review.solved);
      const names = told.map(([name]) => name);
      expect(names).toEqual([
        'ready',
        ...game.moves.map(() => 'change'),
        ...(game.review.solved ? ['solved'] : []),
      ]);
    },
  );

  it('goes on where it was left', async () => {
    const going = won.moves.slice(0, 2);
    const { play, told } = await opened(won, going);
    expect(play.game!.moves).toEqual(going);
    expect(told.map(([name]) => name)).toEqual(['ready']);
    await play.undo();
    expect(play.last).toMatchObject({ move: { move: going[1] }, back: true });
    expect(told.at(-1)).toEqual(['change', expect.objectContaining({ by: 'undo', move: going[1] })]);
  });

  it('begins anew where it cannot go on, and says so', async () => {
    const { play, told } = await opened(won, ['no move']);
    expect([play.game!.moves, play.trouble === null]).toEqual([[], false]);
    expect(told[0]![0]).toBe('error');
    await by(play, won.moves[0]!);
    expect([play.game!.moves, play.trouble]).toEqual([[won.moves[0]], null]);
  });

  it('can be undone and made again after a win', async () => {
    const { play, told } = await opened(won);
    for (const name of won.moves) await by(play, name);
    await play.undo();
    expect(play.position!.solved).toBe(false);
    await play.redo();
    expect(told.filter(([name]) => name === 'solved')).toHaveLength(2);
    await play.restart();
    expect(play.game).toMatchObject({ moves: [], length: 0, can_undo: false });
  });

  it('gives a hint in three levels, each with more', async () => {
    const { play, told } = await opened(won);
    const words = new Set<string>();
    for (let level = 1; level <= 4; level++) {
      await play.moreHint();
      words.add(play.hint!.levels[play.hintLevel - 1]!);
    }
    expect([play.hintLevel, words.size, play.helped]).toEqual([3, 3, true]);
    expect(told.filter(([name]) => name === 'hint')).toHaveLength(3);
    await by(play, won.moves[0]!);
    expect([play.hint, play.hintLevel]).toEqual([null, 0]);
  });

  it('shows a solution from where it stands, and goes on from there', async () => {
    const { play } = await opened(won);
    await by(play, won.moves[0]!);
    await play.solution();
    const { moves, positions } = play.replay!;
    expect(positions).toHaveLength(moves.length + 1);
    expect([positions[0]!.state, positions.at(-1)!.solved]).toEqual([play.position!.state, true]);
    play.see(1);
    expect(play.shown).toBe(positions[1]);
    play.close();
    expect(play.shown).toBe(play.position);
  });
});
