/**
 * A game that is not saved: for a board in a frame of another site, where browsers send no cookies, so that
 * the server cannot know whose game it is. The server still computes every position; only the list of moves
 * is kept here.
 */

import { get, post, query } from '$lib/api/client';
import type { BoardDetail, BoardRef, Game, Hint, Meter, Move, Position, PositionOut } from '$lib/api/types';
import { lineAfter, type Change } from '$lib/local/follower';
import { beginning } from './beginning';
import { Play } from './game.svelte';

export class UnsavedPlay extends Play {
  private board: BoardDetail | null = null;
  /** The positions before and after each move of the line, with the length until there. */
  private reached: { position: Position; length: number }[] = [];

  override get costsRank(): boolean {
    return false;
  }

  override async open(board: BoardRef): Promise<void> {
    this.error = null;
    try {
      this.board = await get<BoardDetail>(`/boards/${String(board)}`);
      this.scene = this.board.scene;
      this.last = null;
      this.begin();
    } catch (error) {
      this.error = error;
    }
  }

  private begin(): void {
    this.reached = [{ position: this.board!.position, length: 0 }];
    this.elapsed = 0;
    this.take(this.at([], []));
  }

  private at(moves: string[], undone: string[]): Game {
    const board = this.board!;
    const { position, length } = this.reached[moves.length]!;
    const won = position.solved;
    const score = { length, par: board.par, time_ms: this.elapsed, ranked: true, points: 0 };
    return {
      ...beginning(board),
      position,
      status: won ? 'won' : 'playing',
      moves,
      cursor: moves.length,
      undone,
      length,
      can_undo: moves.length > 0 && !won,
      can_redo: undone.length > 0,
      elapsed_ms: this.elapsed,
      score: won ? score : null,
      share: `/play/${board.id}${query({ moves: won ? '' : moves.join(' ') })}`,
    };
  }

  protected override take(game: Game): void {
    this.meter = null;
    super.take(game);
  }

  protected override async changed(what: Change, names: string[]): Promise<Game> {
    const { moves, undone, cursor } = lineAfter(this.game!, what, names);
    if (what === 'moves') await this.reach(cursor, names[0]!);
    return this.at(moves, undone);
  }

  /** Makes the move with that number. */
  private async reach(number: number, name: string): Promise<void> {
    const { position, length } = this.reached[number - 1]!;
    const { cost } = position.moves.find(({ move }) => move === name)!;
    const body = { board: this.board!.id, state: position.state, move: name };
    const next = await post<PositionOut>('/position', body);
    this.reached = [...this.reached.slice(0, number), { position: next.position, length: length + cost }];
  }

  override async move(move: Move): Promise<void> {
    await super.move(move);
    if (this.watch) void this.readMeter();
  }

  override async playMoves(): Promise<void> {}

  override async restart(): Promise<void> {
    if (this.busy) return;
    this.forgetHint();
    this.begin();
    this.restarted();
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
