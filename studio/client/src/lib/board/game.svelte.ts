/**
 * A game in progress. What is done on the board is shown at once, and corrected by whoever judges it: the server,
 * the engine in the page, or, while the server cannot be reached, that engine until it can.
 */

import type { Game, Hint, Move, Position, Scene } from '$lib/api/types';
import { playTextsOf } from '$lib/families/playing';
import { t } from '$lib/i18n/index.svelte';
import { moved } from '$lib/kit/moved';
import { redoneAtOnce, undoneAtOnce } from '$lib/kit/turns';
import type { Change, Standing } from '$lib/local/follower';
import { announce } from '$lib/state/announcer.svelte';
import { chirp } from '$lib/state/chirp';
import type { Shortcut } from './shortcuts';
import type { Last } from './tracker.svelte';

export abstract class GameInProgress<Now extends Standing = Game> {
  game = $state.raw<Now | null>(null);
  position = $state.raw<Position | null>(null);
  last = $state.raw<Last | null>(null);
  hint = $state.raw<Hint | null>(null);
  hintLevel = $state(0);
  error = $state.raw<unknown>(null);

  /** A change is being judged. */
  protected busy = false;
  /** The moves of the game as far as the board showed them being made, for their words. */
  protected readonly made: Move[] = [];

  /**
   * The game after a change. `names`: the moves to make, to take back or to make again. Rejects what is refused.
   */
  protected abstract changed(what: Change, names: string[]): Promise<Now>;

  abstract scene: Scene | null;

  /** Shows the game as whoever judges it has it. */
  protected take(game: Now): void {
    this.game = game;
    if (game.position) this.position = game.position;
  }

  /** Where the pieces stand after a move that is not judged yet. */
  protected after(before: Position, move: Move): Position {
    return moved(before, move);
  }

  async move(move: Move): Promise<void> {
    if (!this.game || this.busy || !this.position) return;
    const before = this.position;
    this.last = { move, back: false };
    this.position = this.after(before, move);
    await this.change('moves', [move.move], before, () => {
      this.made.length = this.game!.cursor - 1;
      this.made.push(move);
      announce(move.words);
    });
  }

  /** Moves by name, as a shared link carries them. */
  async playMoves(moves: string[]): Promise<void> {
    if (!this.game || !this.position) return;
    this.last = null;
    await this.change('moves', moves, this.position, () => (this.made.length = 0));
  }

  async undo(): Promise<void> {
    if (!this.game?.can_undo) return;
    const { moves, cursor } = this.game;
    const count = undoneAtOnce(moves, this.ends);
    await this.turn('undo', moves.slice(-count), cursor - count, moves.at(-count)!);
  }

  async redo(): Promise<void> {
    if (!this.game?.can_redo) return;
    const { undone, cursor } = this.game;
    const count = redoneAtOnce(undone, this.ends);
    await this.turn('redo', undone.slice(0, count), cursor + count - 1, undone[count - 1]!);
  }

  /** Which moves end what is undone at once, if the family says so. */
  private get ends(): ((move: string) => boolean) | undefined {
    return this.scene ? playTextsOf(this.scene.family).ends : undefined;
  }

  /** Takes back, or makes again, these moves; the last of them has that number and name. */
  private async turn(what: 'undo' | 'redo', names: string[], number: number, name: string): Promise<void> {
    const move = this.made[number];
    await this.change(what, names, this.position!, () => {
      this.last = move && names.length === 1 ? { move, back: what === 'undo' } : null;
      announce(t(what === 'undo' ? 'say_undone' : 'say_redone', { move: move?.words ?? name }));
    });
  }

  async restart(): Promise<void> {
    if (!this.game) return;
    await this.change('restart', [], this.position!, () => this.restarted());
  }

  /** Tells that the game begins again. */
  protected restarted(): void {
    this.last = null;
    const { scene } = this;
    if (scene) chirp(playTextsOf(scene.family).heardOf?.(scene, 'restart') ?? []);
    announce(t('say_restarted'));
  }

  /** The next of the three levels of a hint. */
  abstract moreHint(): Promise<void>;

  /** The move that passes, if one may. */
  get pass(): Move | undefined {
    return this.position?.moves.find((move) => move.pass);
  }

  async act(shortcut: Shortcut): Promise<void> {
    if (shortcut === 'hint') return this.moreHint();
    if (shortcut !== 'pass') return this[shortcut]();
    if (this.pass) await this.move(this.pass);
  }

  protected async change(what: Change, names: string[], before: Position, done: () => void): Promise<void> {
    if (this.busy || !this.game) return;
    this.busy = true;
    this.forgetHint();
    this.error = null;
    try {
      const game = await this.changed(what, names);
      this.game = game;
      done();
      this.take(game);
    } catch (error) {
      this.failed(error, before);
    } finally {
      this.busy = false;
    }
  }

  /** Takes back what was shown of a change. */
  protected failed(error: unknown, before: Position): void {
    this.last = null;
    this.position = before;
    this.error = error;
  }

  forgetHint(): void {
    this.hint = null;
    this.hintLevel = 0;
  }

  /** Shows a hint up to a level. Returns its words. */
  protected tell(hint: Hint, level: number): string | undefined {
    this.hint = hint;
    this.hintLevel = level;
    const words = hint.levels[Math.min(level, hint.levels.length) - 1];
    if (words) announce(words);
    return words;
  }
}
