import { describe, expect, it } from 'vitest';
import { coloured, marked } from './colouring';
import { EXAMPLES } from './examples';

const kinds = (text: string) =>
  coloured(text).map((line) =>
    line.filter(({ text }) => text.trim()).map(({ kind, text }) => `${kind} ${text.trim()}`),
  );

describe('coloured', () => {
  it('loses no character of a game', () => {
    for (const { text } of EXAMPLES)
      expect(
        coloured(text)
          .map((line) => line.map(({ text }) => text).join(''))
          .join('\n'),
      ).toBe(text);
  });

  it('tells headings, colours, words and arrows from names', () => {
    expect(kinds('OBJECTS\nCrate\nOrange #fa0')).toEqual([
      ['heading OBJECTS'],
      ['plain Crate'],
      ['colour Orange #fa0'],
    ]);
    expect(kinds('RULES\nlate [ > Player ] -> win')[1]).toEqual([
      'word late',
      'arrow [ >',
      'plain Player',
      'arrow ] ->',
      'word win',
    ]);
  });

  it('takes a title as it is', () => {
    expect(kinds('title Up and down')).toEqual([['word title', 'plain Up and down']]);
  });

  it('follows comments over lines, and draws levels as they are', () => {
    expect(kinds('RULES\n(one (two)\nthree) up')).toEqual([
      ['heading RULES'],
      ['comment (one (two)'],
      ['comment three)', 'word up'],
    ]);
    expect(kinds('LEVELS\n#(P).#\nmessage Well done')).toEqual([
      ['heading LEVELS'],
      ['plain #(P).#'],
      ['word message', 'plain Well done'],
    ]);
  });
});

describe('marked', () => {
  it('cuts the parts of a line where marks begin and end, and shows an error before a warning', () => {
    const [line] = coloured('late (so) x');
    const marks = [
      { begin: 2, end: 11, severity: 'warning' as const },
      { begin: 10, end: 11, severity: 'error' as const },
    ];
    const found = marked(line!, marks).map(({ text, mark }) => [text, mark]);
    expect(found.map(([text]) => text).join('')).toBe('late (so) x');
    expect(found.filter(([, mark]) => mark === 'error')).toEqual([['x', 'error']]);
    expect(found[0]).toEqual(['la', null]);
  });
});
