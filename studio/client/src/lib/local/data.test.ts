import { expect, it } from 'vitest';
import { FORMAT, read, whole } from './data';

const board = (sprites: unknown, rules: unknown) => ({
  title: 'A level',
  scene: { family: 'puzzlescript', sprites },
  made: { family: 'puzzlescript', values: { rules, level: [1] } },
});

it('puts back what boards share', () => {
  const text = JSON.stringify({
    format: 2,
    title: 'A game',
    shared: [[7, 7], ['a sprite']],
    boards: [board({ shared: 1 }, { joined: [[1, 2], { shared: 0 }, [3]] }), board({ shared: 1 }, [8])],
  });
  const [first, second] = read(text).boards;
  expect(first).toEqual(board(['a sprite'], [1, 2, 7, 7, 3]));
  expect(second).toEqual(board(['a sprite'], [8]));
});

it('reads the first form, which shares nothing', () => {
  const old = { format: 1, title: 'A game', boards: [board([], [])] } as never;
  expect(whole(old).boards).toEqual([board([], [])]);
});

it('says so when the form is newer, or none', () => {
  for (const format of [FORMAT + 1, undefined])
    expect(() => whole({ format, boards: [board([], [])] } as never)).toThrow(`this script reads ${FORMAT}`);
});
