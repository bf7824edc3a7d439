import { describe, expect, it } from 'vitest';
import type { LevelAnswer, SourceLevel } from '$lib/api/types';
import { lackingOf } from './lacking';

const LEVEL = { lacks: ['player'] } as SourceLevel;
const answered = (par: number | null): LevelAnswer =>
  ({ known: true, par, solvable: par !== null }) as LevelAnswer;

describe('what a level lacks', () => {
  it.each([
    ['is not known yet', undefined, ['player']],
    ['has no solution', answered(null), ['player']],
    ['is won by any key', answered(1), ['player']],
    ['has a solution of several moves', answered(4), []],
  ])('if it %s', (_, answer, lacks) => expect(lackingOf(LEVEL, answer)).toEqual(lacks));
});
