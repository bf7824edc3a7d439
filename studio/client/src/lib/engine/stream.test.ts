import { expect, it } from 'vitest';
import { read, written, type Value } from './stream';

it('reads what it writes', () => {
  const value: Value = [
    'make',
    'blocks',
    [6, -1, true, [[0, [16]]], '', 'é 🙂', [2 ** 32 - 1, -(2 ** 40), 2 ** 31]],
  ];
  expect(read(Int32Array.from(written(value)))).toEqual(value);
});
