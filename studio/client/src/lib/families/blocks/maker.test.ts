import { describe, expect, it } from 'vitest';
import { rowsOf } from '$lib/kit/drafting';
import { stroke } from '$lib/kit/testing';
import { maker } from './maker';

describe('blocks', () => {
  it('are drawn with the next free letter, one a stroke', () => {
    const blank = maker.blank();
    const one = maker.stroke(blank, stroke({ kind: 'new' }, 0));
    expect(one.token).toBe('B');
    const two = maker.stroke(one.keys, stroke({ kind: 'new' }, 6, { first: false, token: one.token }));
    expect(rowsOf(two.keys.board).slice(0, 2)).toEqual(['B.....', 'B.....']);
    expect(maker.stroke(two.keys, stroke({ kind: 'new' }, 35)).token).toBe('C');
  });

  it('keep their letters when the board grows', () => {
    const grown = maker.resize(maker.blank(), 7, 8);
    expect(rowsOf(grown.board)).toHaveLength(7);
    expect(rowsOf(grown.board)[2]).toBe('.AA.....');
  });

  it('have one sign for free cells and one for walls, whatever the board came with', () => {
    const keys = { ...maker.blank(), board: ['oAAx', 'oooo'] };
    const walled = maker.stroke(keys, stroke({ kind: 'wall' }, 4)).keys;
    expect(rowsOf(walled.board)).toEqual(['.AA#', '#...']);
    expect(rowsOf(maker.stroke(keys, stroke({ kind: 'erase' }, 3)).keys.board)).toEqual(['.AA.', '....']);
  });

  it('show a gate where an exit is, beside the piece', () => {
    const picture = maker.picture(maker.blank(), 'start', null)!;
    expect(picture.scene.gate).toEqual({ edge: 'right', piece: 'A', cells: [17] });
    expect(picture.position.pieces[0]!.cells).toEqual([13, 14]);
  });
});
