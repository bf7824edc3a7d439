/** A game being written: its source, what the server says about it, and what is known about its levels. */

import { post, Problem } from '$lib/api/client';
import { cancel, finished } from '$lib/api/jobs';
import type {
  BoardKeys,
  Job,
  LevelAnswer,
  LevelAnswers,
  Published,
  SolveResult,
  Source,
  SourceLevel,
  Summary,
} from '$lib/api/types';
import { resized, without, type Size } from './painting';

const CHECK_AFTER_MS = 300;
const KEPT = 'clew.game';
/** The game that another one took the place of, and what took it. */
const REPLACED = 'clew.game.replaced';
const SOLVE_SECONDS = 20;
/** Signs that are typed without such a pause are undone at once, up to so many and for so long. */
const PAUSE_MS = 1_000;
const MOST_SIGNS = 30;
const MOST_MS = 5_000;
/** As many texts are kept to go back to. */
const MOST_PAST = 200;
/** As many levels as one request may name. */
const MOST_LEVELS = 200;

export class Writing {
  text = $state('');
  /** What was said about the text as it is, or about an older one while `checking`. */
  source = $state.raw<Source | null>(null);
  /** The last text without errors, to show while there are some. */
  sound = $state.raw<{ text: string; source: Source } | null>(null);
  /** Of the levels of `sound`. */
  answers = $state.raw<Map<number, LevelAnswer>>(new Map());
  /** The player's own game, while another one is open in its place. */
  replaced = $state<string | null>(null);
  checking = $state(false);
  /** The level that a job works on now. */
  solving = $state<number | null>(null);
  publishing = $state(false);
  published = $state.raw<Published | null>(null);
  error = $state.raw<unknown>(null);

  private past = $state.raw<readonly string[]>([]);
  private future = $state.raw<readonly string[]>([]);
  /** Whether what comes may be undone together with the last step. */
  private isOpen = false;
  /** The last step, while signs are typed one after the other. */
  private typing: { begun: number; last: number; signs: number } | null = null;

  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private job: Job | null = null;
  private readonly drafts = new Map<string, Promise<string | null>>();
  /** The text whose lines `source` names. What is typed moves them, until the server has seen it. */
  private located = '';
  /** The text that `source` is about. */
  private seen = $state('');
  /** The text opened last in place of another. Unless the player changes it, it is not the player's own. */
  private opened: string | null = null;

  begin(text: string): void {
    this.text = text;
    void this.check();
  }

  /** Restores what was written in this browser last, and what it took the place of. */
  restore(): string | null {
    try {
      const kept = localStorage.getItem(REPLACED);
      [this.replaced, this.opened] = kept ? (JSON.parse(kept) as [string, string]) : [null, null];
      return localStorage.getItem(KEPT);
    } catch {
      return null;
    }
  }

  /** Opens another game, and remembers the player's own one. */
  replace(text: string): void {
    const before = this.text;
    if (before === text) return;
    if (text === this.replaced) return this.restoreReplaced();
    if (before.trim() && before !== this.opened) this.replaced = before;
    this.opened = text;
    this.keepReplaced();
    this.anew(text);
  }

  /** Goes back to the game that another one took the place of. */
  restoreReplaced(): void {
    if (this.replaced === null) return;
    const own = this.replaced;
    this.replaced = null;
    this.opened = null;
    this.anew(own);
    this.keepReplaced();
  }

  private keepReplaced(): void {
    try {
      if (this.replaced === null) localStorage.removeItem(REPLACED);
      else localStorage.setItem(REPLACED, JSON.stringify([this.replaced, this.opened]));
    } catch {
      // Without storage, the game lasts as long as the page.
    }
  }

  /** Another game, with nothing to undo. */
  private anew(text: string): void {
    this.sound = null;
    this.answers = new Map();
    this.set(text);
    this.past = this.future = [];
    this.endStep();
  }

  /** Whether `source` is about the text as it is. */
  get isSeen(): boolean {
    return this.seen === this.text;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.text];
    this.endStep();
    this.set(before);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (after === undefined) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.text];
    this.endStep();
    this.set(after);
  }

  private endStep(): void {
    this.isOpen = false;
    this.typing = null;
  }

  /** Takes what is typed, key by key. `kind`: the `inputType` of the event. */
  type(text: string, kind: string): void {
    const now = performance.now();
    const isSign = isOneSign(kind, text.length - this.text.length);
    const step = isSign ? this.typing : null;
    const isMore =
      step !== null && now - step.last < PAUSE_MS && now - step.begun < MOST_MS && step.signs < MOST_SIGNS;
    this.change(text, isMore);
    if (isSign)
      this.typing = { begun: isMore ? step.begun : now, last: now, signs: isMore ? step.signs + 1 : 1 };
  }

  /** Takes a change of the text. `isMore`: it is undone together with the one before. */
  change(text: string, isMore = false): void {
    if (text === this.text) return;
    if (!isMore || !this.isOpen) this.past = [...this.past, this.text].slice(-MOST_PAST);
    this.future = [];
    this.isOpen = true;
    this.typing = null;
    this.set(text);
  }

  private set(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.published = null;
    try {
      localStorage.setItem(KEPT, text);
    } catch {
      // Without storage, the game lasts as long as the page.
    }
    this.halt();
    clearTimeout(this.timer);
    this.checking = true;
    this.timer = setTimeout(() => void this.check(), CHECK_AFTER_MS);
  }

  /**
   * Takes a sign of a stroke on a level, if it is known where the level is. `isMore`: not the first one. Returns
   * whether it was taken.
   */
  paint(text: string, isMore: boolean): boolean {
    if (this.located !== this.text) return false;
    this.located = text;
    this.change(text, isMore);
    return true;
  }

  /** Makes a level larger or smaller, if it is known where it is; the next change need not wait for the server. */
  resize(level: SourceLevel, size: Size, sign: string): void {
    if (!this.source || this.located !== this.text) return;
    const { text, levels } = resized(this.text, this.source.levels, level, size, sign);
    this.source = { ...this.source, levels };
    this.located = text;
    this.change(text);
  }

  /** Leaves a level out, if it is known where it is. */
  remove(level: SourceLevel): void {
    if (!this.source || this.located !== this.text) return;
    const { text, levels } = without(this.text, this.source.levels, level);
    this.source = { ...this.source, levels };
    this.answers = new Map();
    this.located = text;
    this.change(text);
  }

  /** Checks the text as it is now; an answer to an older question is dropped. */
  async check(): Promise<void> {
    const turn = ++this.turn;
    const { text } = this;
    clearTimeout(this.timer);
    this.checking = true;
    try {
      const source = text.trim() ? await post<Source>('/sources', { text }) : null;
      if (turn !== this.turn) return;
      this.source = source;
      if (!source?.errors) {
        this.sound = source && { text, source };
        this.answers = new Map();
      }
      this.located = this.seen = text;
      this.error = null;
      const levels = source?.levels.map(({ level }) => level).slice(0, MOST_LEVELS) ?? [];
      if (!levels.length) return;
      const body = { text, levels };
      const found = await post<LevelAnswers>('/sources/answers', body);
      if (turn !== this.turn) return;
      this.answers = new Map(found.levels.map((answer) => [answer.level, answer]));
    } catch (error) {
      if (turn === this.turn) this.error = error;
    } finally {
      if (turn === this.turn) this.checking = false;
    }
  }

  get open(): number[] {
    return [...this.answers.values()]
      .filter(({ known, error, searched }) => !known && !error && !searched)
      .map(({ level }) => level);
  }

  keysOf(level: number): BoardKeys {
    return { ...this.source!.levels.find((one) => one.level === level)!.keys, game: this.text };
  }

  /** Searches the levels that are not known yet, one after the other. */
  async solveAll(): Promise<void> {
    const turn = this.turn;
    this.error = null;
    for (const level of this.open) {
      this.solving = level;
      try {
        const body = { board: this.keysOf(level), seconds: SOLVE_SECONDS };
        this.job = await post<Job<SolveResult>>('/solve', body);
        const job = await finished<SolveResult>(this.job as Job<SolveResult>);
        if (turn !== this.turn || this.solving !== level) return;
        this.answers = new Map(this.answers).set(level, answerOf(level, job));
      } catch (error) {
        this.error = error;
        break;
      }
    }
    this.job = null;
    this.solving = null;
  }

  halt(): void {
    if (this.job) void cancel(this.job.id).catch(() => undefined);
    this.job = null;
    this.solving = null;
  }

  /** Saves a level as a draft, which can be played. Returns its id; null if it was refused. */
  async draft(level: number): Promise<string | null> {
    const name = `${level} ${this.text}`;
    const known = this.drafts.get(name) ?? this.drafted(level);
    this.drafts.set(name, known);
    const id = await known;
    if (id === null) this.drafts.delete(name);
    return id;
  }

  private async drafted(level: number): Promise<string | null> {
    try {
      const title = `${this.source?.title ?? ''} ${level}`.trim();
      return (await post<Summary>('/boards', { board: this.keysOf(level), title })).id;
    } catch (error) {
      this.error = error;
      return null;
    }
  }

  async publish(): Promise<void> {
    this.publishing = true;
    this.error = null;
    try {
      this.published = await post<Published>('/sources/publish', { text: this.text });
    } catch (error) {
      this.error = error;
    } finally {
      this.publishing = false;
    }
  }

  get needsAccount(): boolean {
    return this.error instanceof Problem && this.error.code === 'signed-out';
  }
}

/** Whether an event of this kind typed or deleted one sign, which may be two units of a string. */
function isOneSign(kind: string, longer: number): boolean {
  if (kind === 'deleteContentBackward') return longer === -1 || longer === -2;
  return ['insertText', 'insertCompositionText'].includes(kind) && (longer === 1 || longer === 2);
}

/** What a job found out about a level. */
function answerOf(level: number, { result, message }: Job<SolveResult>): LevelAnswer {
  const known = result !== null && (result.optimal || result.status === 'unsolvable');
  return {
    level,
    known,
    solvable: known ? result.status === 'solved' : null,
    par: known ? result.length : null,
    error: result ? null : message,
    atLeast: result?.lower_bound ?? 0,
    best: result?.length ?? null,
    searched: true,
  };
}
