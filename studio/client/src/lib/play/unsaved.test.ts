// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GAMES } from '$lib/local/testing';
import { UnsavedPlay } from './unsaved.svelte';

afterEach(() => vi.unstubAllGlobals());

const { scene, position } = GAMES[0]!.board;
const way = (move: string, state: string, cost = 1) => ({
  move,
  state,
  cost,
  words: `the counter ${move}`,
  piece: null,
  piece_after: null,
  from: null,
  to: null,
  path: [],
  cells: [],
});
const at = (state: string) => ({
  ...position,
  state,
  solved: state === '0',
  pieces: [],
  moves: [way('down', String(Number(state) - 1), 3)],
});

/** A server with one board that counts down from 2; `sent`: the moves it was asked to make. */
function served(): string[] {
  const sent: string[] = [];
  const board = { id: 'b', title: 'B', puzzle: 'null:2', par: 6, scene, position: at('2') };
  vi.stubGlobal('document', { cookie: '', getElementById: () => null });
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string } = {}) => {
    const asked = body === undefined ? null : (JSON.parse(body) as { state: string; move: string });
    if (asked) sent.push(`${asked.move} from ${asked.state}`);
    const answer = asked ? { scene, position: at(String(Number(asked.state) - 1)) } : board;
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  });
  return sent;
}

describe('a game in a frame of another site', () => {
  it('keeps its own list of moves, and has the server compute each position', async () => {
    const sent = served();
    const play = new UnsavedPlay();
    await play.open('b');
    await play.move(play.position!.moves[0]!);
    await play.undo();
    expect(play.game).toMatchObject({ moves: [], undone: ['down'], length: 0, can_redo: true });
    await play.redo();
    await play.move(play.position!.moves[0]!);
    expect(sent).toEqual(['down from 2', 'down from 1']);
    expect(play.game).toMatchObject({ status: 'won', length: 6, can_undo: false, score: { par: 6 } });
    await play.restart();
    expect(play.game).toMatchObject({ status: 'playing', moves: [], undone: [] });
    expect(play.position!.state).toBe('2');
  });
});
