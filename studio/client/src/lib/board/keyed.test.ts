import { describe, expect, it } from 'vitest';
import type { Move, Position } from '$lib/api/types';
import { MoveQueue, swipeOf } from './keyed';

const at = (state: string, moves: [string, string][]): Position => ({
  state,
  solved: false,
  turn: null,
  reading: null,
  at_home: null,
  pieces: [],
  refused: [],
  moves: moves.map(([move, after]) => ({ move, state: after }) as Move),
});

describe('keys that are pressed faster than the server answers', () => {
  it('are made in their order, each on the board that the one before led to', () => {
    const made: string[] = [];
    const queue = new MoveQueue((move) => made.push(move.move));
    queue.ask('right', at('a', [['right', 'b']]));
    const unanswered = at('b', []);
    queue.ask('down', unanswered);
    queue.ask('up', unanswered);
    expect(made).toEqual(['right']);
    queue.seen(at('b', [['down', 'c']]));
    expect(made).toEqual(['right', 'down']);
    queue.seen(at('c', []));
    queue.seen(at('c', [['up', 'b']]));
    expect(made).toEqual(['right', 'down', 'up']);
  });

  it('stand for the move in their direction', () => {
    const made: string[] = [];
    const queue = new MoveQueue((move) => made.push(move.move));
    const position = at('a', [['c4R', 'b']]);
    queue.ask('right', { ...position, moves: [{ ...position.moves[0]!, direction: 'right' }] });
    expect(made).toEqual(['c4R']);
  });

  it('are a whole way, in place of those that wait', () => {
    const made: string[] = [];
    const queue = new MoveQueue((move) => made.push(move.move));
    queue.ask('up', at('a', []));
    queue.askAll(['right', 'down'], at('a', []));
    queue.seen(
      at('a', [
        ['right', 'b'],
        ['up', 'c'],
      ]),
    );
    queue.seen(at('b', [['down', 'd']]));
    expect(made).toEqual(['right', 'down']);
  });

  it('do nothing where they are not a move', () => {
    const made: string[] = [];
    const vain: string[] = [];
    const queue = new MoveQueue(
      (move) => made.push(move.move),
      (key) => vain.push(key),
    );
    queue.ask('left', at('a', [['right', 'b']]));
    queue.ask('right', at('a', [['right', 'b']]));
    expect([made, vain]).toEqual([['right'], ['left']]);
  });

  it('do nothing where there is no move at all, once that is known', () => {
    const vain: string[] = [];
    const queue = new MoveQueue(
      () => undefined,
      (key) => vain.push(key),
    );
    queue.ask('left', at('a', []));
    expect(vain).toEqual([]);
    queue.seen({ ...at('a', []), asked: {} });
    expect(vain).toEqual(['left']);
  });

  it('are forgotten when the board changes in another way', () => {
    const made: string[] = [];
    const queue = new MoveQueue((move) => made.push(move.move));
    queue.ask('right', at('b', []));
    queue.seen(at('a', [['right', 'b']]));
    expect(made).toEqual([]);
  });
});

describe('a swipe', () => {
  it('is the key of its main direction', () => {
    const swipes: [number, number, string][] = [
      [9, 2, 'right'],
      [-9, -2, 'left'],
      [1, -7, 'up'],
      [-2, 6, 'down'],
    ];
    for (const [x, y, key] of swipes) expect(swipeOf({ x, y })).toBe(key);
  });
});
