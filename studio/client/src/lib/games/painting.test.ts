import type { SourceLevel } from '$lib/api/types';
import { describe, expect, it } from 'vitest';
import { painted, picture, resized, withLevel } from './painting';

const TEXT = 'title T\nLEVELS\n\n  #P.#\n  #..#\n\n#P#\n';
const FIRST: SourceLevel = {
  level: 1,
  line: 4,
  rows: ['#p.#', '#..#'],
  keys: { family: 'tiles', level: 1 },
};

describe('painting a level', () => {
  it('changes one sign of its line', () => {
    expect(painted(TEXT, FIRST, 2, 1, '*')).toBe('title T\nLEVELS\n\n  #P.#\n  #.*#\n\n#P#\n');
  });

  it('leaves a sign that is there already as it is written', () => {
    expect(painted(TEXT, FIRST, 1, 0, 'p')).toBe(TEXT);
  });

  it('changes its size without touching the other levels', () => {
    const larger = resized(TEXT, FIRST, { rows: 3, columns: 5 }, '.');
    expect(larger).toBe('title T\nLEVELS\n\n#P.#.\n#..#.\n.....\n\n#P#\n');
    expect(resized(TEXT, FIRST, { rows: 1, columns: 2 }, '.')).toBe('title T\nLEVELS\n\n#P\n\n#P#\n');
  });

  it('adds a level at the end', () => {
    expect(withLevel(TEXT, { rows: 2, columns: 3 }, '.')).toBe(`${TEXT.trimEnd()}\n\n...\n...\n`);
  });
});

describe('the picture of a level', () => {
  it('has the pile of the legend on each cell, and nothing for unknown signs', () => {
    const legend = [
      { sign: '.', name: 'floor', pile: [0] },
      { sign: 'p', name: 'player', pile: [0, 3] },
    ];
    const { scene, position } = picture('tiles', ['p.', '.?'], legend, []);
    expect([scene.rows, scene.columns]).toEqual([2, 2]);
    expect(position.piles).toEqual([[0, 3], [0], [0], []]);
  });
});
