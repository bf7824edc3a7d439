/** A game in a page without a server: the engine in the page says what is legal, what is solved and what is best. */

import type { Move, Position, Scene } from '$lib/api/types';
import { GameInProgress } from '$lib/board/game.svelte';
import { Engine, Stopped, type Judged, type Start } from '$lib/engine/engine';
import { t } from '$lib/i18n/index.svelte';
import type { AloneBoard } from '$lib/local/data';
import { Follower, type Change, type Standing } from '$lib/local/follower';
import { hinted } from '$lib/local/hinted';
import { after, type Known } from '$lib/local/step';
import { announce } from '$lib/state/announcer.svelte';
import type { Tell } from './events';

/** A solution: its positions, and the moves between them. */
interface Replay {
  positions: Position[];
  moves: Known[];
}

const BEGINNING: Standing = {
  status: 'playing',
  moves: [],
  undone: [],
  cursor: 0,
  length: 0,
  can_undo: false,
  can_redo: false,
};

export class Game extends GameInProgress<Standing> {
  replay = $state.raw<Replay | null>(null);
  /** The step of the solution that is shown. */
  at = $state(0);
  /** What the engine has found out about the position, if it was asked. */
  judged = $state.raw<Judged | null>(null);
  thinking = $state(false);
  helped = $state(false);

  /** Ends when the game stands where the last change leads, and what is legal there is known. */
  private going: Promise<void> = Promise.resolve();
  private isReady = false;
  /** How often the engine was asked how far the goal is. */
  private judgings = 0;
  private isOver = false;
  /** One says what is legal; the other may search for long. */
  private readonly rules: Engine;
  private readonly thinker: Engine;
  private readonly follower: Follower;

  constructor(
    readonly board: AloneBoard,
    start: Start,
    private readonly report: Tell = () => undefined,
    going: readonly string[] = [],
  ) {
    super();
    this.rules = new Engine(start, board.made);
    this.thinker = new Engine(start, board.made);
    this.follower = new Follower(board, this.rules);
    this.take({ ...BEGINNING, position: board.position });
    if (going.length) this.going = this.goOn(going);
  }

  /** Continues after these moves. */
  private async goOn(names: readonly string[]): Promise<void> {
    try {
      const game = await this.changed('moves', names);
      this.made.push(...this.follower.made);
      this.take(game);
      if (game.status === 'won') this.win();
    } catch (error) {
      this.failed(error, this.position!);
    }
  }

  /** The position that is drawn. */
  get shown(): Position {
    return this.replay?.positions[this.at] ?? this.position!;
  }

  /** What went wrong, in words. */
  get trouble(): string | null {
    return this.error ? (this.error as Error).message || t('went_wrong') : null;
  }

  get scene(): Scene {
    return this.board.scene;
  }

  end(): void {
    this.isOver = true;
    this.rules.stop();
    this.thinker.stop();
  }

  /** Reads the moves again, because their words depend on the language. */
  reread(): void {
    this.forgetHint();
    this.going = this.look(this.going);
  }

  private async look(before: Promise<void>): Promise<void> {
    await before;
    try {
      const { state } = this.position!;
      const position = await this.follower.shown(this.follower.now);
      if (this.position!.state !== state) return;
      this.position = position;
      this.thinker.begin();
      if (!this.isReady) this.report('ready', { title: this.board.title, par: this.board.par });
      this.isReady = true;
    } catch (error) {
      this.failed(error, this.position!);
    }
  }

  /** Waits until what is legal is known: something may be asked for before. */
  private async settled(): Promise<void> {
    let waited: Promise<void> | null = null;
    while (waited !== this.going) await (waited = this.going);
  }

  private win(): void {
    announce(t('solved'));
    const { moves, length } = this.game!;
    this.report('solved', { moves, length, par: this.board.par, helped: this.helped });
  }

  protected async changed(what: Change, names: readonly string[]): Promise<Standing> {
    const game = await this.follower.changed(this.game!, what, names);
    return { ...game, can_undo: game.cursor > 0, can_redo: game.undone.length > 0 };
  }

  protected override after(before: Position, move: Move): Position {
    return after(this.board, before, move as Known);
  }

  protected override async change(
    what: Change,
    names: string[],
    before: Position,
    done: () => void,
  ): Promise<void> {
    this.stop();
    this.judged = null;
    const was = this.game;
    await (this.going = super.change(what, names, before, done));
    const { moves, length, status } = this.game!;
    if (this.game === was) return;
    const by = what === 'moves' ? 'move' : what;
    const move = (what === 'redo' ? names.at(-1) : names[0]) ?? null;
    this.report('change', { by, move, moves, length });
    this.thinker.begin();
    if (status === 'won') this.win();
  }

  override async undo(): Promise<void> {
    await this.settled();
    return super.undo();
  }

  override async redo(): Promise<void> {
    await this.settled();
    return super.redo();
  }

  override async restart(): Promise<void> {
    await this.settled();
    if (this.game!.cursor) await super.restart();
  }

  stop(): void {
    if (this.thinking) this.thinker.stop();
  }

  /** Finds out how far the goal is; null if the position changed or the work was stopped meanwhile. */
  async judge(): Promise<Judged | null> {
    await this.settled();
    return this.judgeNow();
  }

  /** The same, once the game has settled: it is `thinking` from the call on. */
  private async judgeNow(): Promise<Judged | null> {
    if (this.judged || this.isOver) return this.judged;
    const { numbers } = this.follower.now;
    const judging = ++this.judgings;
    this.thinking = true;
    try {
      const judged = await this.thinker.judge(numbers);
      if (this.follower.now.numbers !== numbers) return null;
      this.judged = judged;
      return judged;
    } catch (error) {
      this.failed(error, this.position!);
      return null;
    } finally {
      // Unless the next question has begun already.
      if (judging === this.judgings) this.thinking = false;
    }
  }

  /** The next of the three levels. */
  override async moreHint(): Promise<void> {
    await this.settled();
    if (this.isOver || this.thinking || this.position!.solved || this.hintLevel === 3) return;
    this.helped = true;
    const judged = await this.judgeNow();
    if (!judged) return;
    const first = judged.line[0]?.join();
    const best = (this.position!.moves as Known[]).find(({ code }) => code === first);
    const level = best ? this.hintLevel + 1 : 3;
    const text = this.tell(hinted(this.board.made.family, judged, best), level);
    if (text) this.report('hint', { level, text, distance: judged.distance });
  }

  /** Looks for a shortest solution from here, and opens it to step through. */
  async solution(): Promise<void> {
    await this.settled();
    if (this.isOver || this.thinking) return;
    this.helped = true;
    const judged = await this.judgeNow();
    if (!judged?.line.length) return;
    let replay: Replay;
    try {
      const { made: moves, moments } = await this.follower.coded(judged.line, this.follower.now);
      replay = { positions: await this.follower.seen(moments), moves };
    } catch (error) {
      return this.failed(error, this.position!);
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

  protected override failed(error: unknown, before: Position): void {
    if (error instanceof Stopped) return;
    super.failed(error, before);
    this.report('error', { message: this.trouble! });
  }
}
