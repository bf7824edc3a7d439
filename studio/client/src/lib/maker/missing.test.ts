import { describe, expect, it } from 'vitest';
import { makerOf } from '$lib/families/makers';
import { stroke } from '$lib/kit/testing';
import { missing, sidesOf } from './missing';

describe('what a drawn board lacks', () => {
  it('is the start, then the goal', () => {
    const maker = makerOf('ricochet');
    const blank = maker.blank();
    expect(missing(maker, blank, null)).toBe('start');
    const begun = maker.stroke(blank, stroke({ kind: 'token', token: 'R' }, 3)).keys;
    expect(missing(maker, begun, null)).toBe('goal');
    const done = maker.stroke(begun, stroke({ kind: 'token', token: 'R' }, 9, { side: 'goal' })).keys;
    expect(missing(maker, done, null)).toBeNull();
  });

  it('is never a goal where the goal is a gate', () => {
    const maker = makerOf('blocks');
    expect(sidesOf(maker, maker.blank())).toEqual(['start']);
    expect(missing(maker, maker.blank(), null)).toBeNull();
    const grid = { ...maker.blank(), goal: '......\n......\n......\n......\n......\n......\n' };
    expect(sidesOf(maker, grid)).toEqual(['start', 'goal']);
    expect(missing(maker, grid, null)).toBe('goal');
  });
});

it('lacks nothing where nothing is drawn: a level is painted on the page of its game', () => {
  const maker = makerOf('puzzlescript');
  const tiles = makerOf('ricochet');
  const withoutPieces = tiles.picture(tiles.blank(), 'start', null);
  expect(missing(maker, maker.blank(), withoutPieces)).toBeNull();
});

describe('select moves', () => {
  const rowsOf = (text: unknown) => String(text).trim().split('\n');

  it('a whole block, but not through a wall of the board or another block', () => {
    const maker = makerOf('blocks');
    const moved = maker.move!(maker.blank(), 'start', 13, 31);
    expect(rowsOf(moved.board)[5]).toBe('.AA...');
    expect(rowsOf(moved.board)[2]).toBe('......');
    expect(maker.move!(moved, 'start', 31, 35)).toBe(moved);
  });

  it('a tile to a free cell', () => {
    const maker = makerOf('ricochet');
    const keys = maker.stroke(maker.blank(), stroke({ kind: 'token', token: 'R' }, 0)).keys;
    expect(rowsOf(maker.move!(keys, 'start', 0, 9).board)[1]).toBe('.R......');
    expect(maker.move!(keys, 'start', 5, 9)).toBe(keys);
  });

  it('a coin, and a pebble that changes places', () => {
    const coroutine = makerOf('coroutine');
    expect(coroutine.move!(coroutine.blank(), 'start', 0, 4).coins).toEqual(['b2', 'c3']);
    const pebbles = makerOf('pebbles');
    const keys = { family: 'pebbles', layout: 'grid 2x2', plates: 'RGB-', pebbles: 'RGB-' };
    expect(pebbles.move!(keys, 'start', 0, 3).pebbles).toBe('-GBR');
  });
});
