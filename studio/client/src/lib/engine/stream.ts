/**
 * Values as a stream of whole numbers of 32 bits; `engine/core/src/stream.rs` is the other end:
 *
 *     0 number     1 truth     2 length letters...     3 length values...     4 low high
 */

export type Value = number | boolean | string | Value[];

const [NUMBER, TRUTH, TEXT, LIST, WIDE] = [0, 1, 2, 3, 4];
const HIGH = 2 ** 32;

export function written(value: Value, words: number[] = []): number[] {
  if (typeof value === 'number') {
    if (value === (value | 0)) words.push(NUMBER, value);
    else words.push(WIDE, value | 0, Math.floor(value / HIGH));
  } else if (typeof value === 'boolean') words.push(TRUTH, Number(value));
  else if (typeof value === 'string') {
    words.push(TEXT, value.length);
    for (let at = 0; at < value.length; at++) words.push(value.charCodeAt(at));
  } else {
    words.push(LIST, value.length);
    for (const part of value) written(part, words);
  }
  return words;
}

export function read(words: Int32Array): Value {
  let at = 0;
  const next = (): Value => {
    const [kind, number] = [words[at]!, words[at + 1]!];
    at += 2;
    if (kind === NUMBER) return number;
    if (kind === TRUTH) return number === 1;
    if (kind === WIDE) return words[at++]! * HIGH + (number >>> 0);
    if (kind === TEXT) {
      at += number;
      return String.fromCharCode(...words.subarray(at - number, at));
    }
    return Array.from({ length: number }, next);
  };
  return next();
}
