import { describe, expect, it } from 'vitest';
import { Stopped } from '$lib/engine/engine';
import { Examiner } from './examiner';
import { engineOf, GAMES } from './testing';
import { LONG } from './thinker';

describe('a review in the page', () => {
  it.each(GAMES.map((game) => [`${game.board.made.family}: ${game.moves.join(' ')}`, game] as const))(
    'is that of the server, %s',
    async (_, game) => {
      const examiner = new Examiner(game.board, engineOf(game));
      expect(await examiner.review(game.moves, LONG)).toEqual(game.review);
    },
  );

  it('is left to the server if a search reaches a limit', async () => {
    const game = GAMES[0]!;
    const start = game.board.numbers.join();
    const examiner = new Examiner(
      game.board,
      engineOf(game, (position) => position !== start),
    );
    expect(await examiner.review(game.moves, LONG)).toBeNull();
  });

  it('is left to the server if it takes long, and goes on later from what is known', async () => {
    const game = GAMES[0]!;
    const engine = engineOf(game);
    const { judge } = engine;
    let asked = 0;
    let stop = (): void => undefined;
    engine.stop = () => stop();
    engine.judge = (position) => {
      if (++asked !== 20) return judge(position);
      return new Promise((_, reject) => (stop = () => reject(new Stopped())));
    };
    const examiner = new Examiner(game.board, engine);
    expect(await examiner.review(game.moves, { ...LONG, whole: 20 })).toBeNull();
    expect(await examiner.review(game.moves, LONG)).toEqual(game.review);
    expect(asked, 'no position twice but the one that took long').toBeLessThanOrEqual(
      1 + Object.keys(game.found).length,
    );
  });

  it('begins with the last 400 moves of a longer game', async () => {
    const game = GAMES[0]!;
    const [first, back] = ['BR1', 'BL1'];
    const moves = [...Array.from({ length: 200 }, () => [first, back]).flat(), ...game.moves];
    const review = await new Examiner(game.board, engineOf(game)).review(moves, LONG);
    expect(review?.moves).toHaveLength(400);
    expect(review?.moves.at(-1)).toEqual({ ...game.review.moves.at(-1), number: 400 });
  });
});

describe('a replay in the page', () => {
  it('has the positions along the moves, and what they cost', async () => {
    const game = GAMES[0]!;
    const replay = await new Examiner(game.board, engineOf(game)).replay(game.moves);
    expect(replay.steps.map(({ move }) => move.move)).toEqual(game.moves);
    expect(replay.length).toBe(game.review.length);
    expect([replay.start.solved, replay.solved]).toEqual([false, game.review.solved]);
  });
});
