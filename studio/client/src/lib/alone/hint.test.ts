// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { GAMES, workersOf } from '$lib/local/testing';
import { drawn, named, shown } from '$lib/ui/testing';
import Controls from './Controls.svelte';
import { Game } from './game.svelte';
import Notices from './Notices.svelte';

const won = GAMES.find(({ review, moves }) => review.solved && moves.length > 2)!;

async function opened() {
  const game = new Game(won.board, workersOf(won));
  game.reread();
  await game.judge();
  return { game, says: shown(Notices, { game, refusal: null }), bar: shown(Controls, { game }) };
}

async function ask(game: Game, button: HTMLElement): Promise<void> {
  const level = game.hintLevel;
  button.click();
  while (game.hintLevel === level) await drawn();
  await drawn();
}

describe('a hint', () => {
  it('says more each time it is asked for, and offers no fourth', async () => {
    const { game, says, bar } = await opened();
    const button = named(bar, 'button', /^Hint/) as HTMLButtonElement;
    for (const level of [1, 2, 3]) {
      expect(button.disabled).toBe(false);
      await ask(game, button);
      expect(says.textContent).toContain(game.hint!.levels[level - 1]);
      expect(bar.querySelectorAll('.full')).toHaveLength(level);
    }
    expect(button.disabled).toBe(true);
    expect(says.textContent).toContain(game.hint?.best?.[0]);
  });

  it('is gone after a move, and can be asked for again', async () => {
    const { game, says, bar } = await opened();
    await ask(game, named(bar, 'button', /^Hint/));
    const words = game.hint!.levels[0]!;
    await game.move(game.position!.moves.find(({ move }) => move === won.moves[0])!);
    await drawn();
    expect(says.textContent).not.toContain(words);
    expect((named(bar, 'button', 'Undo') as HTMLButtonElement).disabled).toBe(false);
  });
});
