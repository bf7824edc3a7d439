// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Writing } from './writing.svelte';

const OWN = 'title My own game';
const [A, B] = ['title Example A', 'title Example B'];

/** A page with what is kept in this browser. The text is not checked: no time passes. */
function page(): Writing {
  const writing = new Writing();
  writing.text = writing.restore() ?? '';
  return writing;
}

function written(): Writing {
  const writing = page();
  writing.change(OWN);
  return writing;
}

describe('undo', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes back what was typed without a pause, and each stroke', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const writing = page();
    for (const text of ['a', 'ab', 'abc']) writing.type(text, 'insertText');
    vi.advanceTimersByTime(2_000);
    writing.type('abcd', 'insertText');
    writing.change('stroke 1');
    writing.change('stroke 1, longer', true);
    writing.change('stroke 2');
    const seen: string[] = [];
    while (writing.canUndo) {
      writing.undo();
      seen.push(writing.text);
    }
    expect(seen).toEqual(['stroke 1, longer', 'abcd', 'abc', '']);
    while (writing.canRedo) writing.redo();
    expect(writing.text).toBe('stroke 2');
    writing.undo();
    writing.type('other', 'insertFromPaste');
    expect([writing.canRedo, writing.canUndo]).toEqual([false, true]);
    vi.unstubAllGlobals();
  });

  it('keeps apart what was typed, deleted and pasted, and long runs of signs', () => {
    const writing = page();
    const run = 'x'.repeat(40);
    for (let end = 1; end <= run.length; end += 1) writing.type(run.slice(0, end), 'insertText');
    writing.type('', 'deleteContentBackward'); // all was selected
    writing.type('y', 'insertText');
    writing.type('yz', 'insertText');
    writing.type('y', 'deleteContentBackward');
    const seen: string[] = [];
    while (writing.canUndo) {
      writing.undo();
      seen.push(writing.text);
    }
    expect(seen).toEqual(['', run, 'x'.repeat(30), '']);
  });

  it('takes back a stroke alone, whether or not its first sign was taken', () => {
    const writing = page();
    writing.change('step');
    expect(writing.paint('refused', false)).toBe(false); // the server has not seen the text
    writing.undo();
    writing.change('stroke', true);
    expect([writing.canUndo, writing.text]).toEqual([true, 'stroke']);
    writing.undo();
    expect(writing.text).toBe('');
  });

  it('knows whether what was said is about the text as it is', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ levels: [], remarks: [] })));
    const writing = page();
    writing.change('OBJECTS');
    expect(writing.isSeen).toBe(false);
    await writing.check();
    expect(writing.isSeen).toBe(true);
    writing.type('OBJECTS\n', 'insertLineBreak');
    expect(writing.isSeen).toBe(false);
    vi.unstubAllGlobals();
  });

  it('does not lead back into another game', () => {
    const writing = written();
    writing.replace(A);
    expect(writing.canUndo).toBe(false);
  });
});

describe('the game that an example takes the place of', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is kept while one example after another is opened', () => {
    const writing = written();
    for (const text of [A, B, B]) {
      writing.replace(text);
      expect([writing.text, writing.replaced]).toEqual([text, OWN]);
    }
  });

  it('comes back once, with no way back to the example', () => {
    const writing = written();
    writing.replace(A);
    writing.restoreReplaced();
    expect([writing.text, writing.replaced]).toEqual([OWN, null]);
    writing.replace(B);
    expect(writing.replaced).toBe(OWN);
    writing.replace(OWN);
    expect([writing.text, writing.replaced]).toEqual([OWN, null]);
  });

  it('is the example itself once the player has changed it', () => {
    const writing = written();
    writing.replace(A);
    writing.change(`${A}, changed`);
    expect(writing.replaced).toBe(OWN);
    writing.replace(B);
    expect(writing.replaced).toBe(`${A}, changed`);
  });

  it('survives a blank page', () => {
    const writing = page();
    writing.replace(A);
    expect(writing.replaced).toBeNull();
    writing.change(OWN);
    writing.replace(B);
    writing.change('');
    writing.replace(A);
    expect(writing.replaced).toBe(OWN);
  });

  it('survives a reload', () => {
    written().replace(A);
    const again = page();
    expect([again.text, again.replaced]).toEqual([A, OWN]);
    again.replace(B);
    expect(again.replaced).toBe(OWN);
    again.restoreReplaced();
    const last = page();
    expect([last.text, last.replaced]).toEqual([OWN, null]);
  });
});
