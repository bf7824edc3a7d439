import { describe, expect, it } from 'vitest';
import { redoneAtOnce, undoneAtOnce } from './turns';

const isPush = (move: string): boolean => /[A-Z]$/.test(move);

describe('what is undone at once', () => {
  it('is one move where each ends by itself', () => {
    expect([undoneAtOnce(['a', 'b'], undefined), redoneAtOnce(['a', 'b'], undefined)]).toEqual([1, 1]);
  });

  it('is a push with the walk to it, or the walk since the last push', () => {
    const sizes = [];
    let moves = [...'rrUUldRrr'];
    for (; moves.length; moves = moves.slice(0, -sizes.at(-1)!)) sizes.push(undoneAtOnce(moves, isPush));
    expect(sizes).toEqual([2, 3, 1, 3]);
  });

  it('is made again as it was undone', () => {
    const sizes = [];
    let undone = [...'rrUUldRrr'];
    for (; undone.length; undone = undone.slice(sizes.at(-1))) sizes.push(redoneAtOnce(undone, isPush));
    expect(sizes).toEqual([3, 1, 3, 2]);
  });
});
