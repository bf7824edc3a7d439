import { describe, expect, it } from 'vitest';
import { stroke } from '$lib/kit/testing';
import { cellsOf, maker, onLayout, tokensOf, tokenText } from './maker';

describe('pebbles', () => {
  it('are characters, or words', () => {
    expect(tokensOf('RG-')).toEqual(['R', 'G', '-']);
    expect(tokensOf('1 2 10 -')).toEqual(['1', '2', '10', '-']);
    expect(tokensOf('R G -')).toEqual(['R', 'G', '-']);
    expect(tokenText(['1', '10', '-'])).toBe('1 10 -');
  });

  it('know how many cells a layout has', () => {
    expect(['panguru', 'grid 3x4', 'triangle 4'].map(cellsOf)).toEqual([15, 12, 10]);
  });

  it('push lines on grids only', () => {
    const pushed = { ...maker.blank(), layout: 'grid 3x3', metric: 'slides' };
    expect(onLayout(pushed, 'grid 4x4').metric).toBe('slides');
    expect(onLayout(pushed, 'panguru').metric).toBeUndefined();
  });

  it('are drawn on plates and above them', () => {
    const keys = maker.blank();
    const start = maker.stroke(keys, stroke({ kind: 'hole' }, 0)).keys;
    expect(tokensOf(start.pebbles)[0]).toBe('-');
    expect(start.plates).toBe(keys.plates);
    const goal = maker.stroke(keys, stroke({ kind: 'token', token: 'W' }, 0, { side: 'goal' })).keys;
    expect(tokensOf(goal.plates)[0]).toBe('W');
  });
});
