/** A game in a page without a server: the engine in the page says what is legal, what is solved and what is best. */

import type { Hint, Position } from '$lib/api/types';
import type { Last } from '$lib/board/tracker.svelte';
import { Engine, Stopped, type Judged, type Start } from '$lib/engine/engine';
import { t } from '$lib/i18n/index.svelte';
import { announce } from '$lib/state/announcer.svelte';
import { playTextsOf } from '$lib/families/playing';
import type { AloneBoard } from '$lib/local/data';
import { redoneAtOnce, undoneAtOnce } from '$lib/kit/turns';
import type { Events, Tell } from './events';
import { Follower, type Moment } from '$lib/local/follower';
import { hinted } from '$lib/local/hinted';
import { after, known, told, type Known } from '$lib/local/step';

/** A solution: its positions, and the moves between them. */
interface Replay {
  positions: Position[];
  moves: Known[];
}

export class Game {
  replay = $state.raw<Replay | null>(null);
  /** The step of the solution that is shown. */
  at = $state(0);
  position = $state.raw<Position>()!;
  last = $state.raw<Last | null>(null);
  hint = $state.raw<Hint | null>(null);
  hintLevel = $state(0);
  /** What the engine has found out about the position, if it was asked. */
  judged = $state.raw<Judged | null>(null);
  thinking = $state(false);
  /** What went wrong, in words. */
  trouble = $state<string | null>(null);
  made = $state.raw<readonly Known[]>([]);
  cursor = $state(0);
  helped = $state(false);

  private numbers: number[];
  private isReady = false;
  /** The moves of a game that goes on are being made again. */
  private isBehind = false;
  /** Ends when the legal moves of the position are known. */
  private looking: Promise<void> = Promise.resolve();
  /** How often the engine was asked how far the goal is. */
  private judgings = 0;
  private isOver = false;
  /** The positions before each move that was made. */
  private readonly past: Moment[] = [];
  /** One says what is legal; the other may search for long. */
  private readonly rules: Engine;
  private readonly thinker: Engine;

  constructor(
    readonly board: AloneBoard,
    start: Start,
    private readonly tell: Tell = () => undefined,
    going: readonly string[] = [],
  ) {
    this.position = board.position;
    this.numbers = board.numbers;
    this.rules = new Engine(start, board.made);
    this.thinker = new Engine(start, board.made);
    if (going.length) this.looking = this.goOn(going);
  }

  /** Continues after these moves. */
  private async goOn(names: readonly string[]): Promise<void> {
    this.isBehind = true;
    try {
      const { made, moments } = await new Follower(this.board, this.rules).along(names);
      this.past.push(...moments.slice(0, -1));
      this.made = made;
      this.cursor = made.length;
      this.isBehind = false;
      this.show(moments.at(-1)!, null);
    } catch (error) {
      this.failed(error);
    }
  }

  get moves(): string[] {
    return this.made.map(({ move }) => move);
  }

  /** Those that lead to the position. */
  get played(): string[] {
    return this.moves.slice(0, this.cursor);
  }

  get legal(): readonly Known[] {
    return this.position.moves as Known[];
  }

  /** What the moves made so far cost. */
  get length(): number {
    return this.made.slice(0, this.cursor).reduce((sum, { cost }) => sum + cost, 0);
  }

  /** The position that is drawn. */
  get shown(): Position {
    return this.replay?.positions[this.at] ?? this.position;
  }

  get canRedo(): boolean {
    return this.cursor < this.made.length;
  }

  end(): void {
    this.isOver = true;
    this.rules.stop();
    this.thinker.stop();
  }

  /** Reads the moves again, because their words depend on the language. */
  reread(): void {
    this.hint = null;
    this.hintLevel = 0;
    this.look();
  }

  /** Asks the engine which moves are legal here. */
  private look(): void {
    if (!this.isBehind) this.looking = this.looked();
  }

  /** Waits for the legal moves: help may be asked for before they are known. */
  private async settled(): Promise<void> {
    let waited: Promise<void> | null = null;
    while (waited !== this.looking) await (waited = this.looking);
  }

  private async looked(): Promise<void> {
    const numbers = this.numbers;
    try {
      const { solved, moves } = await this.rules.moves(numbers);
      if (this.numbers !== numbers) return;
      const legal = moves.map((move) => known(this.board, this.position, move));
      const isNew = !this.position.solved; // else the words are read again in another language
      this.position = told(this.board, this.position, solved, legal);
      this.thinker.begin();
      if (!this.isReady) this.tell('ready', { title: this.board.title, par: this.board.par });
      this.isReady = true;
      if (solved && isNew && this.cursor) this.win();
    } catch (error) {
      this.failed(error);
    }
  }

  private win(): void {
    announce(t('solved'));
    const { length, helped } = this;
    this.tell('solved', { moves: this.played, length, par: this.board.par, helped });
  }

  move(move: Known): void {
    announce(move.words);
    this.made = [...this.made.slice(0, this.cursor), move];
    this.step(move);
    this.changed('move', move);
  }

  private step(move: Known): void {
    this.past.length = this.cursor;
    this.past.push({ position: this.position, numbers: this.numbers });
    this.cursor++;
    this.show(
      { position: after(this.board, this.position, move), numbers: move.after },
      { move, back: false },
    );
  }

  undo(): void {
    if (!this.past.length) return;
    const count = undoneAtOnce(this.played, this.ends);
    this.cursor -= count;
    const [before] = this.past.splice(this.cursor);
    const move = this.made[this.cursor]!;
    announce(t('say_undone', { move: move.words }));
    this.show(before!, count === 1 ? { move, back: true } : null);
    this.changed('undo', move);
  }

  redo(): void {
    const undone = this.made.slice(this.cursor);
    const moves = undone.slice(0, redoneAtOnce(this.moves.slice(this.cursor), this.ends));
    const last = moves.at(-1);
    if (!last) return;
    announce(t('say_redone', { move: last.words }));
    for (const move of moves) this.step(move);
    this.changed('redo', last);
  }

  /** Which moves end what is undone at once, if the family says so. */
  private get ends(): ((move: string) => boolean) | undefined {
    return playTextsOf(this.board.scene.family).ends;
  }

  restart(): void {
    const [start] = this.past;
    if (!start) return;
    this.past.length = 0;
    this.cursor = 0;
    this.made = [];
    announce(t('say_restarted'));
    this.show(start, null);
    this.changed('restart', null);
  }

  private changed(by: Events['change']['by'], move: Known | null): void {
    this.tell('change', { by, move: move?.move ?? null, moves: this.played, length: this.length });
  }

  private show({ position, numbers }: Moment, last: Last | null): void {
    this.stop();
    this.hint = null;
    this.hintLevel = 0;
    this.judged = null;
    this.trouble = null;
    this.last = last;
    this.numbers = numbers;
    this.position = position;
    this.look();
  }

  stop(): void {
    if (this.thinking) this.thinker.stop();
  }

  /** Finds out how far the goal is; null if the position changed or the work was stopped meanwhile. */
  async judge(): Promise<Judged | null> {
    if (this.judged) return this.judged;
    const numbers = this.numbers;
    const judging = ++this.judgings;
    this.thinking = true;
    try {
      const judged = await this.thinker.judge(numbers);
      if (this.numbers !== numbers) return null;
      this.judged = judged;
      return judged;
    } catch (error) {
      this.failed(error);
      return null;
    } finally {
      // Unless the next question has begun already.
      if (judging === this.judgings) this.thinking = false;
    }
  }

  /** The next of the three levels. */
  async moreHint(): Promise<void> {
    await this.settled();
    if (this.isOver || this.thinking || this.position.solved || this.hintLevel === 3) return;
    this.helped = true;
    const judged = await this.judge();
    if (!judged) return;
    const first = judged.line[0]?.join();
    const best = this.legal.find(({ code }) => code === first);
    this.hint = hinted(this.board.made.family, judged, best);
    this.hintLevel = best ? this.hintLevel + 1 : 3;
    const words = this.hint.levels[this.hintLevel - 1];
    if (!words) return;
    announce(words);
    this.tell('hint', { level: this.hintLevel, text: words, distance: judged.distance });
  }

  /** Looks for a shortest solution from here, and opens it to step through. */
  async solution(): Promise<void> {
    await this.settled();
    if (this.isOver || this.thinking) return;
    this.helped = true;
    const judged = await this.judge();
    if (!judged?.line.length) return;
    const { position, numbers } = this;
    let replay: Replay;
    try {
      const follower = new Follower(this.board, this.rules);
      const { made: moves, moments } = await follower.coded(judged.line, { position, numbers });
      replay = { positions: await follower.seen(moments), moves };
    } catch (error) {
      return this.failed(error);
    }
    this.at = 0;
    this.replay = replay;
  }

  /** Shows the position after that many moves of the solution. */
  see(step: number): void {
    const { moves } = this.replay!;
    const next = step === this.at + 1 ? moves[this.at] : step === this.at - 1 ? moves[step] : undefined;
    this.last = next ? { move: next, back: step < this.at } : null;
    this.at = step;
  }

  close(): void {
    this.replay = null;
    this.last = null;
  }

  private failed(error: unknown): void {
    if (error instanceof Stopped) return;
    this.trouble = (error as Error).message || t('went_wrong');
    this.tell('error', { message: this.trouble });
  }
}
