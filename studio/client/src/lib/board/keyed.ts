/** Boards that are played by keys: a move has the name of its key, or goes in its direction; a swipe is a key too. */

import type { Move, Position } from '$lib/api/types';
import type { Point } from '$lib/kit/geometry';

const KEYS: Record<string, string> = {
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowDown: 'down',
  ArrowRight: 'right',
  x: 'action',
  X: 'action',
  ' ': 'action',
};

/** Elements that have their own use for these keys. */
const OWN_USE = 'input, textarea, select, [contenteditable], dialog, [role="slider"]';
const PRESSED_BY_SPACE = 'button, a, summary, [role="button"]';

/** The key of the game that a key of the keyboard stands for; null if the page has another use for it. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // The first one: to a page around a board, everything in the board is the board.
  const first = event.composedPath()[0];
  const target = first instanceof Element ? first : null;
  if (target?.closest(OWN_USE)) return null;
  if (event.key === ' ' && target?.closest(PRESSED_BY_SPACE)) return null;
  return KEYS[event.key] ?? null;
}

const SWIPES = ['right', 'down', 'left', 'up'];

/** The key that a swipe along this vector stands for. */
export function swipeOf({ x, y }: Point): string {
  const quarters = Math.round((2 * Math.atan2(y, x)) / Math.PI);
  return SWIPES[(quarters + SWIPES.length) % SWIPES.length]!;
}

/** Whether a key of the game, or a name, stands for this move. */
export const isMeant = (move: Move, key: string): boolean => move.move === key || move.direction === key;

const MOST_WAITING = 16;

/**
 * Moves asked for by name, by key or by pressing a cell, faster than the server answers: they wait for it, so that
 * none is lost. They are forgotten when the board changes in another way, as by an undo.
 */
export class MoveQueue {
  private waiting: string[] = [];
  private state: string | null = null;

  /** `vain`: called with a key that is no move. */
  constructor(
    private readonly move: (move: Move) => void,
    private readonly vain: (key: string) => void = () => undefined,
  ) {}

  ask(move: string, position: Position): void {
    this.follow(position);
    if (this.waiting.length < MOST_WAITING) this.waiting.push(move);
    this.seen(position);
  }

  /** Asks for several moves, one after the other, in place of those that wait. */
  askAll(moves: readonly string[], position: Position): void {
    this.follow(position);
    this.waiting = [...moves];
    this.seen(position);
  }

  /** A position is shown. Until the server has answered, it has no moves, and says of no key what that asks for. */
  seen(position: Position): void {
    this.follow(position);
    while ((position.moves.length || position.asked) && this.waiting.length) {
      const name = this.waiting.shift();
      const move = position.moves.find((one) => isMeant(one, name!));
      if (!move) {
        this.vain(name!);
        continue;
      }
      this.state = move.state;
      this.move(move);
      return;
    }
  }

  private follow({ state }: Position): void {
    if (state !== this.state) this.waiting = [];
    this.state = state;
  }
}
