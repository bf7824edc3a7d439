import { expect, it } from 'vitest';
import { read, written, type Value } from './stream';

it('reads what it writes', () => {
  const value: Value = ['make', 'blocks', [6, -1, true, [[0, [16]]], '', 'é 🙂', []]];
  expect(read(Int32Array.from(written(value)))).toEqual(value);
});
