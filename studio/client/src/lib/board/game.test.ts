// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Move, Position } from '$lib/api/types';
import { lineAfter, type Change, type Standing } from '$lib/local/follower';
import { GameInProgress } from './game.svelte';

const step = (move: string, state: string): Move => ({
  move,
  words: `counter ${move}`,
  state,
  piece: null,
  piece_after: null,
  direction: null,
  from: null,
  to: null,
  cells: [],
  path: [],
  cost: 1,
  pass: false,
});

const at = (count: number): Position => ({
  state: String(count),
  solved: count === 0,
  turn: null,
  reading: null,
  at_home: null,
  pieces: [],
  moves: [step('down', String(count - 1)), step('up', String(count + 1))],
  refused: null,
});

/** A counter, which whoever judges may refuse to move. */
class Counter extends GameInProgress<Standing> {
  asked: [Change, string[]][] = [];
  refusal: Error | null = null;
  /** Holds an answer back. */
  answer: Promise<void> = Promise.resolve();

  constructor() {
    super();
    const none = { moves: [], undone: [], cursor: 0, length: 0, can_undo: false, can_redo: false };
    this.take({ ...none, status: 'playing', position: at(2) });
  }

  scene = null;

  protected async changed(what: Change, names: string[]): Promise<Standing> {
    this.asked.push([what, names]);
    const { moves, undone, cursor } = lineAfter(this.game!, what, names);
    await this.answer;
    if (this.refusal) throw this.refusal;
    const count = moves.reduce((sum, move) => sum + (move === 'up' ? 1 : -1), 2);
    const can = { can_undo: cursor > 0, can_redo: undone.length > 0 };
    return { ...can, moves, undone, cursor, length: cursor, status: 'playing', position: at(count) };
  }

  override moreHint = async (): Promise<void> => undefined;

  by = (name: string): Promise<void> => this.move(this.position!.moves.find(({ move }) => move === name)!);
}

describe('a game in progress', () => {
  it('shows a move at once, with nothing legal until it is judged', async () => {
    const game = new Counter();
    const judged = game.by('down');
    expect([game.position!.state, game.position!.moves]).toEqual(['1', []]);
    expect(game.last).toMatchObject({ move: { move: 'down' }, back: false });
    await judged;
    expect(game.position!.moves).toHaveLength(2);
    expect(game.game!.moves).toEqual(['down']);
  });

  it('takes back a move that is refused, and says why', async () => {
    const game = new Counter();
    game.refusal = new Error('not now');
    await game.by('down');
    expect([game.position!.state, game.last, game.error]).toEqual(['2', null, game.refusal]);
    game.refusal = null;
    await game.by('up');
    expect([game.position!.state, game.error]).toEqual(['3', null]);
  });

  it('has one change judged at a time', async () => {
    const game = new Counter();
    let release = (): void => undefined;
    game.answer = new Promise((resolve) => (release = resolve));
    const judged = game.by('up');
    await game.restart();
    release();
    await judged;
    expect(game.asked).toEqual([['moves', ['up']]]);
  });

  it('undoes and redoes what was made, with the board going the same way back', async () => {
    const game = new Counter();
    await game.undo();
    expect(game.asked).toEqual([]);
    await game.by('up');
    await game.by('down');
    await game.undo();
    expect(game.last).toMatchObject({ move: { move: 'down' }, back: true });
    expect(game.game).toMatchObject({ moves: ['up'], undone: ['down'], can_redo: true });
    await game.redo();
    expect(game.last).toMatchObject({ move: { move: 'down' }, back: false });
    await game.restart();
    expect([game.position!.state, game.last]).toEqual(['2', null]);
    await game.redo();
    expect(game.asked.slice(2)).toEqual([
      ['undo', ['down']],
      ['redo', ['down']],
      ['restart', []],
      ['redo', ['up']],
    ]);
  });

  it('forgets a hint when the board changes', async () => {
    const game = new Counter();
    game.hintLevel = 2;
    await game.by('up');
    expect(game.hintLevel).toBe(0);
  });
});
