import { describe, expect, it } from 'vitest';
import { stroke } from '$lib/kit/testing';
import { maker } from './maker';

describe('a Sokoban board', () => {
  const keys = { family: 'sokoban', board: '#####/#@-.#/#####' };
  const drawn = (name: string, cell: number, from = keys) =>
    maker.stroke(from, stroke({ kind: 'own', name }, cell)).keys as typeof keys;

  it('keeps the goal below what is put on it', () => {
    expect(drawn('box', 8).board).toBe('#####\n#@-*#\n#####\n');
    expect(drawn('box', 8, drawn('box', 8)).board).toBe('#####\n#@-.#\n#####\n');
    expect(drawn('goal', 8, drawn('box', 8)).board).toBe('#####\n#@-$#\n#####\n');
  });

  it('has one player', () => {
    expect(drawn('pusher', 8).board).toBe('#####\n#--+#\n#####\n');
    expect(maker.move!(keys, 'start', 6, 8).board).toBe('#####\n#--+#\n#####\n');
    expect(maker.move!(keys, 'start', 6, 0)).toBe(keys);
  });

  it('has walls that come and go', () => {
    const made = maker.stroke(keys, stroke({ kind: 'wall' }, 7)).keys;
    expect(made.board).toBe('#####\n#@#.#\n#####\n');
    expect(maker.stroke(made, stroke({ kind: 'wall' }, 7)).keys.board).toBe('#####\n#@-.#\n#####\n');
  });

  it('shows boxes on their goals', () => {
    const { scene, position } = maker.picture(drawn('box', 8), 'start', null)!;
    expect(scene.goals.map(({ cell }) => cell)).toEqual([8]);
    expect(position.pieces.map(({ token, home }) => `${token} ${home}`)).toEqual([
      'pusher false',
      'box true',
    ]);
  });
});
