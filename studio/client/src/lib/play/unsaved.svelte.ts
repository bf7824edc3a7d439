/**
 * A game that is not saved: for a board in a frame of another site, where browsers send no cookies, so that
 * the server cannot know whose game it is. The server still computes every position; only the list of moves
 * is kept here.
 */

import { get, post, query } from '$lib/api/client';
import type { BoardDetail, BoardRef, Game, Hint, Meter, Move, Position, PositionOut } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';
import { beginning } from './beginning';
import { Play } from './game.svelte';
import { redoneAtOnce, undoneAtOnce } from '$lib/kit/turns';
import { announce } from '$lib/state/announcer.svelte';

interface Done {
  move: Move;
  after: Position;
}

export class UnsavedPlay extends Play {
  private board: BoardDetail | null = null;
  private start: Position | null = null;
  private done: Done[] = [];
  private asking = false;

  override get costsRank(): boolean {
    return false;
  }

  override async open(board: BoardRef): Promise<void> {
    this.error = null;
    try {
      this.board = await get<BoardDetail>(`/boards/${String(board)}`);
      this.start = this.board.position;
      this.scene = this.board.scene;
      this.done = [];
      this.showAt(0);
    } catch (error) {
      this.error = error;
    }
  }

  private showAt(cursor: number): void {
    const board = this.board!;
    const made = this.done.slice(0, cursor);
    this.position = made.at(-1)?.after ?? this.start;
    const names = made.map(({ move }) => move.move);
    const length = made.reduce((sum, { move }) => sum + move.cost, 0);
    const won = Boolean(this.position?.solved);
    this.meter = null;
    const game: Game = {
      ...beginning(board),
      position: this.position!,
      status: won ? 'won' : 'playing',
      moves: names,
      cursor,
      undone: this.done.slice(cursor).map(({ move }) => move.move),
      length,
      can_undo: cursor > 0 && !won,
      can_redo: cursor < this.done.length,
      elapsed_ms: this.elapsed,
      score: won ? { length, par: board.par, time_ms: this.elapsed, ranked: true, points: 0 } : null,
      share: `/play/${board.id}${query({ moves: won ? '' : names.join(' ') })}`,
    };
    this.take(game);
  }

  override async move(move: Move): Promise<void> {
    if (!this.game || this.asking || !this.position) return;
    const cursor = this.game.cursor;
    const before = this.position;
    this.forgetHint();
    this.asking = true;
    this.error = null;
    this.showMoved(before, move);
    try {
      const body = { board: this.board!.id, state: before.state, move: move.move };
      const { position } = await post<PositionOut>('/position', body);
      this.done = [...this.done.slice(0, cursor), { move, after: position }];
      this.showAt(cursor + 1);
      announce(move.words);
      if (this.watch) void this.readMeter();
    } catch (error) {
      this.last = null;
      this.position = before;
      this.error = error;
    } finally {
      this.asking = false;
    }
  }

  override async playMoves(): Promise<void> {}

  override async undo(): Promise<void> {
    if (!this.game?.can_undo || this.asking) return;
    this.forgetHint();
    const at = this.game.cursor - undoneAtOnce(this.game.moves, this.ends);
    const { move } = this.done[at]!;
    this.last = at === this.game.cursor - 1 ? { move, back: true } : null;
    this.showAt(at);
    announce(t('say_undone', { move: move.words }));
  }

  override async redo(): Promise<void> {
    if (!this.game?.can_redo || this.asking) return;
    this.forgetHint();
    const at = this.game.cursor + redoneAtOnce(this.game.undone, this.ends);
    const { move } = this.done[at - 1]!;
    this.last = at === this.game.cursor + 1 ? { move, back: false } : null;
    this.showAt(at);
    announce(t('say_redone', { move: move.words }));
  }

  override async restart(): Promise<void> {
    if (this.asking) return;
    this.forgetHint();
    this.last = null;
    this.done = [];
    this.elapsed = 0;
    this.showAt(0);
    announce(t('say_restarted'));
  }

  protected override askHint(): Promise<Hint | null> {
    return this.patient<Hint>('/hint', { board: this.board!.id, state: this.position!.state });
  }

  override async readMeter(): Promise<void> {
    if (!this.isPlaying) return;
    const state = this.position!.state;
    const meter = await post<Meter>('/distance', { board: this.board!.id, state }).catch(() => null);
    if (this.position!.state === state) this.meter = meter;
  }

  override log(): void {}
}
