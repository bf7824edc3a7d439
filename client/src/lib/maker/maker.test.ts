import { describe, expect, it } from 'vitest';
import type { BoardKeys } from '$lib/api/types';
import { MODELS, rowsOf, type Stroke, type Tool } from './model';
import { cellsOf, tokensOf, tokenText } from './pebbles';

const stroke = (tool: Tool, cell: number, more: Partial<Stroke> = {}): Stroke => ({
  side: 'start',
  cell,
  tool,
  first: true,
  token: null,
  edge: 'right',
  ...more,
});

describe('blocks', () => {
  const model = MODELS.blocks;

  it('are drawn with the next free letter, one a stroke', () => {
    const blank = model.blank();
    const one = model.stroke(blank, stroke({ kind: 'new' }, 0));
    expect(one.token).toBe('B');
    const two = model.stroke(one.keys, stroke({ kind: 'new' }, 6, { first: false, token: one.token }));
    expect(rowsOf(two.keys.board).slice(0, 2)).toEqual(['B.....', 'B.....']);
    expect(model.stroke(two.keys, stroke({ kind: 'new' }, 35)).token).toBe('C');
  });

  it('keep their letters when the board grows', () => {
    const grown = model.resize(model.blank(), 7, 8);
    expect(rowsOf(grown.board)).toHaveLength(7);
    expect(rowsOf(grown.board)[2]).toBe('.AA.....');
  });

  it('show a gate where an exit is, beside the piece', () => {
    const picture = model.picture(model.blank(), 'start', null)!;
    expect(picture.scene.gate).toEqual({ edge: 'right', piece: 'A', cells: [17] });
    expect(picture.position.pieces[0]!.cells).toEqual([13, 14]);
  });
});

describe('sliding tiles', () => {
  const model = MODELS.ricochet;

  it('go on both boards, walls on both at once', () => {
    let keys = model.blank();
    keys = model.stroke(keys, stroke({ kind: 'wall' }, 9)).keys;
    keys = model.stroke(keys, stroke({ kind: 'token', token: 'R' }, 0)).keys;
    keys = model.stroke(keys, stroke({ kind: 'token', token: 'R' }, 63, { side: 'goal' })).keys;
    expect(rowsOf(keys.board)[1]).toBe('.#......');
    expect(rowsOf(keys.goal)[7]).toBe('.......R');
    const goal = model.picture(keys, 'goal', null)!.scene;
    expect(goal.stones).toEqual([9]);
    expect(goal.goals).toEqual([{ cell: 63, token: 'R' }]);
  });

  it('have thin walls that go where they were, from either side', () => {
    const made = model.stroke(model.blank(), stroke({ kind: 'thin' }, 0)).keys;
    expect(made.walls).toEqual(['a1 right']);
    const gone = model.stroke(made, stroke({ kind: 'thin' }, 1, { edge: 'left' })).keys;
    expect(gone.walls).toEqual([]);
  });
});

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

  it('are drawn on plates and above them', () => {
    const keys = MODELS.pebbles.blank();
    const start = MODELS.pebbles.stroke(keys, stroke({ kind: 'hole' }, 0)).keys;
    expect(tokensOf(start.pebbles)[0]).toBe('-');
    expect(start.plates).toBe(keys.plates);
    const goal = MODELS.pebbles.stroke(keys, stroke({ kind: 'token', token: 'W' }, 0, { side: 'goal' })).keys;
    expect(tokensOf(goal.plates)[0]).toBe('W');
  });
});

describe('coroutine', () => {
  const model = MODELS.coroutine;
  const squares = (keys: BoardKeys) => keys.squares as string[][];

  it('arrows come and go, in the order of the compass', () => {
    const blank = model.blank();
    const on = model.stroke(blank, stroke({ kind: 'direction', direction: 'S' }, 0)).keys;
    expect(squares(on)[0]![0]).toBe('N S');
    const off = model.stroke(on, stroke({ kind: 'direction', direction: 'N' }, 0)).keys;
    expect(squares(off)[0]![0]).toBe('S');
    expect(squares(blank)[0]![0]).toBe('N');
  });

  it('coins and target have names of cells', () => {
    const keys = model.stroke(model.blank(), stroke({ kind: 'coin', coin: 1 }, 5)).keys;
    expect(keys.coins).toEqual(['a1', 'c2']);
    expect(model.stroke(keys, stroke({ kind: 'target' }, 2)).keys.target).toBe('c1');
  });
});
