// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Follower } from '$lib/local/follower';
import { engineOf, GAMES, type Reviewed } from '$lib/local/testing';
import { drawn, named, shown } from '$lib/ui/testing';
import LookBack from './LookBack.svelte';

const game = GAMES.find(({ review }) => review.solved && review.moves.some(({ kind }) => kind === 'loss'))!;

/** A server that has reviewed the game and can replay its moves. */
function serve({ review, board }: Reviewed): void {
  const follower = new Follower(board, engineOf(game));
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    const { moves } = JSON.parse(body || '{}') as { moves?: string[] };
    const answer = path.endsWith('/replay') ? await follower.replay(moves!) : review;
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  });
}

async function opened(): Promise<HTMLElement> {
  const { scene, title } = game.board;
  const board = { id: '', title, puzzle: 'blocks:', status: 'published' as const };
  const props = { game: { id: 'g', moves: game.moves, elapsed_ms: 0, in_study: false, board }, scene };
  const at = shown(LookBack, props);
  named(at, 'button', 'Review my moves').click();
  for (let turn = 0; turn < 500 && !at.querySelector('[data-kind]'); turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await drawn();
  }
  return at;
}

describe('looking back on a game', () => {
  beforeEach(() => serve(game));

  it('begins at the move that lost most, and says what would have been better', async () => {
    const at = await opened();
    const worst = Math.max(...game.review.moves.map(({ loss }) => loss ?? 0));
    const now = game.review.moves.find(({ loss }) => loss === worst)!;
    expect(at.querySelector('[aria-current=step]')!.textContent).toContain(now.move);
    expect(at.querySelector('[data-kind]')!.getAttribute('data-kind')).toBe('loss');
    expect(at.textContent).toContain(now.best[0]);
  });

  it('has a knot for each move, with what it lost', async () => {
    const at = await opened();
    const knots = [...at.querySelectorAll('[data-step]')].map((node) => node.textContent!.trim());
    expect(knots).toEqual(game.review.moves.map(({ move, loss }) => move + (loss ? `+${loss}` : '')));
  });

  it('goes along the game, to its end and back', async () => {
    const at = await opened();
    at.querySelector<HTMLElement>(`[data-step="${game.moves.length}"] button`)!.click();
    await drawn();
    const on = named(at, 'button', 'Step forward') as HTMLButtonElement;
    expect(on.disabled).toBe(true);
    named(at, 'button', 'Step back').click();
    await drawn();
    expect(on.disabled).toBe(false);
    const last = game.moves.length - 1;
    expect(at.querySelector('[aria-current=step]')!.textContent).toContain(game.moves[last - 1]);
  });
});
