/** A board being made: its keys, the server's verdict on it, and the draft it is saved as. */

import { get, mayPass, post, Problem, put } from '$lib/api/client';
import type { BoardDetail, BoardKeys, Summary, Validation } from '$lib/api/types';
import { Stopped } from '$lib/engine/engine';
import { FIRST_MADE, isMakeable, makerOf } from '$lib/families/makers';
import type { Picture } from '$lib/kit/family';
import type { Drawing } from './link';
import { Searching } from './searching';

const CHECK_AFTER_MS = 250;
/** A busy server may not find in its short time what it would find a moment later. */
const CHECK_AGAIN_MS = [1000, 4000];
const SAVE_AFTER_MS = 1200;
/** A change that could not be saved is sent again after this long. */
const SAVE_AGAIN_MS = 5000;
const MOST_UNDO = 200;
const KEPT = 'clew.draft';

export class Draft {
  keys = $state.raw<BoardKeys>(makerOf(FIRST_MADE).blank());
  title = $state('');
  saved = $state.raw<Summary | null>(null);
  isSaved = $state(false);
  check = $state.raw<Validation | null>(null);
  checking = $state(false);
  error = $state.raw<unknown>(null);
  /** The last picture that the server gave of this kind of board. */
  known = $state.raw<Picture | null>(null);

  /** The board of somebody else that this began as a copy of. */
  madeFrom = $state.raw<{ id: string; title: string } | null>(null);

  private past: BoardKeys[] = [];
  private future: BoardKeys[] = [];
  canUndo = $state(false);
  canRedo = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private saver: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  /** What is being sent: whoever asks meanwhile waits for it, and nothing is sent twice. */
  private saving: Promise<boolean> | null = null;
  private publishing: Promise<boolean> | null = null;
  /** Changes with each board that is begun. */
  private begun = 0;
  private isLeft = false;
  private checkError: unknown = null;
  /** What `check` is about. */
  private checked: BoardKeys | null = null;
  private readonly searching = new Searching();

  async open(id: string): Promise<void> {
    const board = await get<BoardDetail>(`/boards/${id}`);
    // If the board relies on the default goal, it is written out so that it can be changed.
    const gate = board.keys.goal === undefined ? board.scene.gate : null;
    const goal = gate ? { goal: { piece: gate.piece, exit: gate.edge } } : {};
    this.begin({ ...board.keys, ...goal }, board.title);
    if (board.mine) {
      this.saved = board;
      this.isSaved = true;
    } else {
      this.madeFrom = { id: board.id, title: board.title };
    }
  }

  /** Restores what was drawn in this tab last and never saved. */
  restore(): boolean {
    try {
      const text = sessionStorage.getItem(KEPT);
      if (!text) return false;
      const { keys, title } = JSON.parse(text) as { keys: BoardKeys; title: string };
      if (!isMakeable(keys.family)) return false;
      this.begin(keys, title);
      return true;
    } catch {
      return false;
    }
  }

  /** Takes up a drawing from a link, once the server has read it. Throws if it cannot be drawn. */
  async take({ keys, title }: Drawing): Promise<void> {
    const check = await post<Validation>('/validate', { board: keys });
    if (!check.valid || !isMakeable(keys.family)) throw new Error(check.errors[0]?.message ?? '');
    this.begin(keys, title);
    this.touched();
  }

  begin(keys: BoardKeys, title = ''): void {
    const plain: BoardKeys = { ...keys };
    delete plain.title;
    this.begun++;
    this.saving = null;
    this.publishing = null;
    clearTimeout(this.saver);
    this.error = null;
    this.keys = plain;
    this.title = title;
    this.saved = null;
    this.madeFrom = null;
    this.isSaved = false;
    this.known = null;
    this.past = [];
    this.future = [];
    this.updateUndo();
    void this.validate();
  }

  /** `joins`: part of the same stroke, so that one undo takes it all back. */
  change(keys: BoardKeys, joins = false): void {
    if (!joins) {
      this.past = [...this.past.slice(-MOST_UNDO), this.keys];
      this.future = [];
    }
    this.keys = keys;
    this.error = null;
    this.updateUndo();
    this.touched();
    this.searching.stop();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.validate(), CHECK_AFTER_MS);
  }

  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.keys);
    this.restoreKeys(before);
  }

  redo(): void {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.keys);
    this.restoreKeys(after);
  }

  private restoreKeys(keys: BoardKeys): void {
    this.keys = keys;
    this.updateUndo();
    this.touched();
    void this.validate();
  }

  private updateUndo(): void {
    this.canUndo = this.past.length > 0;
    this.canRedo = this.future.length > 0;
  }

  /** The board as it is kept for this tab. */
  private kept(): string {
    return JSON.stringify({ keys: this.keys, title: this.title });
  }

  /** The board has changed: the player's own draft is saved soon, anything else is kept for this tab. */
  touched(): void {
    this.isSaved = false;
    try {
      sessionStorage.setItem(KEPT, this.kept());
    } catch {
      // Without storage, the board lasts as long as the page.
    }
    clearTimeout(this.saver);
    if (this.saved?.status === 'draft') this.saver = setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  /**
   * Checks the board as it is now; an answer to an older question is dropped. `tries`: how often the server has been
   * asked before whether this board can be solved.
   */
  async validate(tries = 0): Promise<void> {
    clearTimeout(this.timer);
    this.searching.stop();
    const turn = ++this.asked;
    const { keys } = this;
    this.checking = true;
    try {
      const check = await post<Validation>('/validate', { board: keys });
      if (turn !== this.asked) return;
      this.check = check;
      this.checked = keys;
      if (check.page) void this.search(check, tries);
      else if (check.valid && check.solvable === null) this.again(tries);
      const { scene, position } = check;
      if (scene && position) this.known = { scene, position };
      if (this.error === this.checkError) this.error = null;
    } catch (error) {
      if (turn === this.asked) this.error = this.checkError = error;
    } finally {
      if (turn === this.asked) this.checking = false;
    }
  }

  /** What the server says about the board as it is drawn now. */
  async upToDate(): Promise<Validation | null> {
    if (this.checked !== this.keys) await this.validate();
    return this.checked === this.keys ? this.check : null;
  }

  /** Lets the engine in the page find out what the server did not; if it cannot, the server is asked again. */
  private async search(check: Validation, tries: number): Promise<void> {
    try {
      const par = await this.searching.fewest(check.page!);
      // Unless the board has changed.
      if (this.check === check) this.check = { ...check, known: true, solvable: par !== null, par };
    } catch (error) {
      if (!(error instanceof Stopped) && this.check === check) this.again(tries);
    }
  }

  private again(tries: number): void {
    const pause = CHECK_AGAIN_MS[tries];
    if (pause) this.timer = setTimeout(() => void this.validate(tries + 1), pause);
  }

  /** Ends what runs for the board. */
  leave(): void {
    this.isLeft = true;
    this.asked++;
    clearTimeout(this.timer);
    this.searching.stop();
  }

  /** Saves the board as a draft. While one is being saved, this waits for it. */
  save(): Promise<boolean> {
    const saving = (this.saving ??= this.sent().finally(() => {
      if (this.saving === saving) this.saving = null;
    }));
    return saving;
  }

  private async sent(): Promise<boolean> {
    clearTimeout(this.saver);
    const { begun, keys, title } = this;
    const from = this.madeFrom ? { made_from: this.madeFrom.id } : {};
    const body = { board: keys, title, ...from };
    const draft = this.saved?.status === 'draft' ? this.saved.id : null;
    try {
      const saved = draft
        ? await put<Summary>(`/boards/${draft}`, body)
        : await post<Summary>('/boards', body);
      if (begun !== this.begun) return false;
      this.saved = saved;
      this.error = null;
      if (this.keys !== keys || this.title !== title) {
        this.touched(); // it was changed meanwhile
        return true;
      }
      this.isSaved = true;
      if (sessionStorage.getItem(KEPT) === this.kept()) sessionStorage.removeItem(KEPT);
      return true;
    } catch (error) {
      if (begun !== this.begun) return false;
      this.error = error;
      if (draft && !this.isLeft && mayPass(error))
        this.saver = setTimeout(() => void this.save(), SAVE_AGAIN_MS);
      return false;
    }
  }

  /** Publishes the board as it is drawn now. */
  publish(): Promise<boolean> {
    const publishing = (this.publishing ??= this.published().finally(() => {
      if (this.publishing === publishing) this.publishing = null;
    }));
    return publishing;
  }

  private async published(): Promise<boolean> {
    const { begun } = this;
    while (!(this.isSaved && this.saved)) if (!(await this.save())) return false;
    try {
      const saved = await post<Summary>(`/boards/${this.saved!.id}/publish`);
      if (begun !== this.begun) return false;
      this.saved = saved;
      this.error = null;
      return true;
    } catch (error) {
      if (begun === this.begun) this.error = error;
      return false;
    }
  }

  get needsAccount(): boolean {
    return this.error instanceof Problem && ['signed-out', 'forbidden'].includes(this.error.code);
  }
}
