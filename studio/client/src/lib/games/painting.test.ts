import type { SourceLevel } from '$lib/api/types';
import { describe, expect, it } from 'vitest';
import { hasLevels, painted, picture, resized, rowsIn, withLevel, without } from './painting';

const TEXT = 'title T\nLEVELS\n\n  #P.#\n  #..#\n\n#P#\n';
const FIRST: SourceLevel = {
  level: 1,
  line: 4,
  places: [
    { line: 4, column: 3 },
    { line: 5, column: 3 },
  ],
  rows: ['#p.#', '#..#'],
  lacks: [],
  keys: { family: 'tiles', level: 1 },
};
const SECOND: SourceLevel = {
  level: 2,
  line: 7,
  places: [{ line: 7, column: 1 }],
  rows: ['#p#'],
  lacks: [],
  keys: { family: 'tiles', level: 2 },
};
/** A level with comments before, between and behind its rows, one of which is shorter than the first. */
const SAID = 'LEVELS\n\n(🙂 a) #P.#\n(between)\n#. (two\nlines)\n\n#P#\n';
const COMMENTED: SourceLevel = {
  ...FIRST,
  line: 3,
  places: [
    { line: 3, column: 7 },
    { line: 5, column: 1 },
  ],
  rows: ['#p.#', '#.'],
  lacks: [],
};
const size = (text: string, level: SourceLevel, columns: number, rows: number) =>
  resized(text, [level, SECOND], level, { rows, columns }, '.');

describe('painting a level', () => {
  it('changes one sign of its line', () => {
    expect(painted(TEXT, FIRST, 2, 1, '*')).toBe('title T\nLEVELS\n\n  #P.#\n  #.*#\n\n#P#\n');
  });

  it('leaves a sign that is there already as it is written', () => {
    expect(painted(TEXT, FIRST, 1, 0, 'p')).toBe(TEXT);
  });

  it('leaves comments, and fills a short row with its last sign', () => {
    expect(painted(SAID, COMMENTED, 2, 0, '*')).toBe(SAID.replace('#P.#', '#P*#'));
    expect(painted(SAID, COMMENTED, 3, 1, '#')).toBe(SAID.replace('#. (', '#..# ('));
    expect(rowsIn(SAID, COMMENTED)).toEqual(['#P.#', '#.']);
  });

  it('changes its size without touching the other levels', () => {
    expect(size(TEXT, FIRST, 5, 3).text).toBe('title T\nLEVELS\n\n  #P.#.\n  #..#.\n  .....\n\n#P#\n');
    expect(size(TEXT, FIRST, 2, 1).text).toBe('title T\nLEVELS\n\n  #P\n\n#P#\n');
  });

  it('changes its size among comments', () => {
    expect(size(SAID, COMMENTED, 4, 3).text).toBe(
      'LEVELS\n\n(🙂 a) #P.#\n(between)\n#...\n.... (two\nlines)\n\n#P#\n',
    );
    expect(size(SAID, COMMENTED, 4, 1).text).toBe('LEVELS\n\n(🙂 a) #P.#\n(between)\n (two\nlines)\n\n#P#\n');
  });

  it('knows where the levels are then', () => {
    const { text, levels } = size(TEXT, FIRST, 4, 4);
    const [first, second] = levels;
    expect(rowsIn(text, first!)).toEqual(['#P.#', '#..#', '....', '....']);
    expect(rowsIn(text, second!)).toEqual(['#P#']);
    const smaller = resized(text, levels, first!, { rows: 1, columns: 4 }, '.');
    expect(smaller.levels.map((level) => rowsIn(smaller.text, level))).toEqual([['#P.#'], ['#P#']]);
  });

  it('leaves a level out, but no comment', () => {
    const { text, levels } = without(TEXT, [FIRST, SECOND], FIRST);
    expect(text).toBe('title T\nLEVELS\n\n#P#\n');
    expect(levels.map((level) => [level.level, level.keys.level, rowsIn(text, level)])).toEqual([
      [1, 1, ['#P#']],
    ]);
    expect(without(TEXT, [FIRST, SECOND], SECOND).text).toBe('title T\nLEVELS\n\n  #P.#\n  #..#\n');
    expect(without(SAID, [COMMENTED], COMMENTED).text).toBe(
      'LEVELS\n\n(🙂 a) \n(between)\n (two\nlines)\n\n#P#\n',
    );
  });

  it('keeps the numbers of levels, of which one too large has no place here', () => {
    const third = { ...SECOND, level: 3 };
    const { levels } = without(TEXT, [FIRST, third], FIRST);
    expect(levels.map(({ level, keys }) => [level, keys.level])).toEqual([[2, 2]]);
    expect(without(TEXT, [FIRST, third], third).levels.map(({ level }) => level)).toEqual([1]);
  });

  it('counts a sign once, whatever a string takes for it', () => {
    const text = 'LEVELS\n\n🙂p🙂\n.🙂\n';
    const level = {
      ...FIRST,
      line: 3,
      places: [3, 4].map((line) => ({ line, column: 1 })),
      rows: ['🙂p🙂', '.🙂'],
    };
    expect(painted(text, level, 1, 0, '🙂')).toBe('LEVELS\n\n🙂🙂🙂\n.🙂\n');
    expect(painted(text, level, 2, 1, '.')).toBe('LEVELS\n\n🙂p🙂\n.🙂.\n');
    expect(painted(text, level, 2, 0, '🙂')).toBe(text);
    expect(resized(text, [level], level, { rows: 3, columns: 4 }, '🙂').text).toBe(
      'LEVELS\n\n🙂p🙂🙂\n.🙂🙂🙂\n🙂🙂🙂🙂\n',
    );
    const legend = [{ sign: '🙂', written: '🙂', name: 'wall', pile: [1] }];
    const { scene, position } = picture('tiles', level.rows, legend, []);
    expect([scene.columns, position.piles]).toEqual([3, [[1], [], [1], [], [1], []]]);
  });

  it('knows whether a level at the end would be one', () => {
    expect(['=======\nLEVELS\n=======', 'Levels (two)\n', TEXT].map(hasLevels)).toEqual([true, true, true]);
    expect(['RULES\n[ Levels ] -> []', 'levels_of = Wall'].map(hasLevels)).toEqual([false, false]);
  });

  it('adds a level at the end', () => {
    expect(withLevel(TEXT, { rows: 2, columns: 3 }, '.')).toBe(`${TEXT.trimEnd()}\n\n...\n...\n`);
  });
});

describe('the picture of a level', () => {
  it('has the pile of the legend on each cell, and nothing for unknown signs', () => {
    const legend = [
      { sign: '.', written: '.', name: 'floor', pile: [0] },
      { sign: 'p', written: 'P', name: 'player', pile: [0, 3] },
    ];
    const { scene, position } = picture('tiles', ['p.', '.?'], legend, []);
    expect([scene.rows, scene.columns]).toEqual([2, 2]);
    expect(position.piles).toEqual([[0, 3], [0], [0], []]);
  });
});
