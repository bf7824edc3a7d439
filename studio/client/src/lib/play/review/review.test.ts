import type { Review, ReviewedMove } from '$lib/api/types';
import { describe, expect, it } from 'vitest';
import { degreeOf, distances, lostAt, worst } from './review';

const move = (number: number, kind: ReviewedMove['kind'], loss: number | null): ReviewedMove => ({
  number,
  move: `m${number}`,
  kind,
  before: 5,
  after: kind === 'dead end' ? null : 5,
  loss,
  best: [],
  only_best: false,
  choices: 3,
});

const review = (moves: ReviewedMove[]): Review => ({
  status: 'solved',
  limit: null,
  length: moves.length,
  fewest: 4,
  left: 0,
  lost: 0,
  solved: true,
  moves,
  turning_points: [],
  nearest: null,
});

describe('a review', () => {
  it('opens at the move that lost most', () => {
    const found = review([move(1, 'best', 0), move(2, 'loss', 1), move(3, 'loss', 3), move(4, 'loss', 3)]);
    expect(worst(found)).toBe(3);
  });

  it('opens at a dead end rather than at any loss', () => {
    expect(worst(review([move(1, 'loss', 9), move(2, 'dead end', null)]))).toBe(2);
  });

  it('opens at the start if nothing was lost', () => {
    expect(worst(review([move(1, 'best', 0)]))).toBe(0);
    expect(worst(review([]))).toBe(0);
  });

  it('has a distance before the first move and after each', () => {
    expect(distances(review([move(1, 'best', 0), move(2, 'dead end', null)]))).toEqual([4, 5, null]);
  });

  it('shows a loss by degrees, and a dead end as the worst', () => {
    const moves = [move(1, 'best', 0), move(2, 'loss', 1), move(3, 'loss', 2), move(4, 'loss', 9)];
    expect([...moves, move(5, 'dead end', null), move(6, 'unknown', null)].map(degreeOf)).toEqual([
      0, 1, 2, 3, 4, 0,
    ]);
  });

  it('marks what lost', () => {
    expect(
      [move(1, 'best', 0), move(2, 'loss', 1), move(3, 'hopeless', null), undefined].map(lostAt),
    ).toEqual([false, true, false, false]);
  });
});
