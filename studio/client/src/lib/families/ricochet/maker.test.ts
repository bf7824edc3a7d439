import { describe, expect, it } from 'vitest';
import { rowsOf } from '$lib/kit/drafting';
import { stroke } from '$lib/kit/testing';
import { maker } from './maker';

describe('sliding tiles', () => {
  it('go on both boards, walls on both at once', () => {
    let keys = maker.blank();
    keys = maker.stroke(keys, stroke({ kind: 'wall' }, 9)).keys;
    keys = maker.stroke(keys, stroke({ kind: 'token', token: 'R' }, 0)).keys;
    keys = maker.stroke(keys, stroke({ kind: 'token', token: 'R' }, 63, { side: 'goal' })).keys;
    expect(rowsOf(keys.board)[1]).toBe('.#......');
    expect(rowsOf(keys.goal)[7]).toBe('.......R');
    const goal = maker.picture(keys, 'goal', null)!.scene;
    expect(goal.stones).toEqual([9]);
    expect(goal.goals).toEqual([{ cell: 63, token: 'R', piece: null }]);
  });

  it('have diagonals that take each colour in turn and then go', () => {
    let keys = maker.stroke(maker.blank(), stroke({ kind: 'token', token: 'R' }, 0)).keys;
    const press = () => (keys = maker.stroke(keys, stroke({ kind: 'own', name: 'rising' }, 9)).keys);
    expect(press().diagonals).toEqual(['b2 rising']);
    expect(maker.picture(keys, 'start', null)!.scene.diagonals).toEqual([
      { cell: 9, rising: true, token: null },
    ]);
    expect(press().diagonals).toEqual(['b2 rising R']);
    expect(press().diagonals).toEqual([]);
    press();
    expect(maker.resize(keys, 1, 8).diagonals).toEqual([]);
    expect(maker.stroke(keys, stroke({ kind: 'erase' }, 9)).keys.diagonals).toEqual([]);
  });

  it('have thin walls that go where they were, from either side', () => {
    const made = maker.stroke(maker.blank(), stroke({ kind: 'thin' }, 0)).keys;
    expect(made.walls).toEqual(['a1 right']);
    const gone = maker.stroke(made, stroke({ kind: 'thin' }, 1, { edge: 'left' })).keys;
    expect(gone.walls).toEqual([]);
  });
});
