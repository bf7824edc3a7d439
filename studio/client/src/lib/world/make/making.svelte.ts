/** A level being made: its parts, what is selected, undo and redo, and what the server finds in it. */

import { post, Problem } from '$lib/api/client';
import {
  boxOf,
  copied,
  draftOf,
  FLAG,
  fresh,
  keysOf,
  moved,
  nextId,
  offerOf,
  places,
  round,
  sizeOf,
  type Draft,
  type Part,
  type Spot,
} from './level';
import type { Check, Finding, Keys, Offer } from './types';

const CHECK_AFTER_MS = 500;
const RETRY_MS = 5000;
const MOST_UNDO = 200;

/** A finding, and the part that it is about. */
export interface Placed extends Finding {
  id: number | null;
}

export class Making {
  draft = $state.raw<Draft>({ keys: {}, parts: [] });
  selected = $state<number | null>(null);
  /** The kind of part that the next click places. */
  tool = $state<string | null>(null);
  /** Metres of the grid. */
  grid = $state(0.5);
  canUndo = $state(false);
  canRedo = $state(false);
  check = $state.raw<Check | null>(null);
  found = $state.raw<Placed[]>([]);
  /** Whether the level has changed since the last check. */
  checking = $state(false);
  error = $state.raw<unknown>(null);

  private past: Draft[] = [];
  private future: Draft[] = [];
  private stroke: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** `onchange` hears of every change, not of opening a level. */
  constructor(
    readonly offer: Offer,
    private readonly onchange: () => void,
  ) {}

  get part(): Part | null {
    return this.draft.parts.find(({ id }) => id === this.selected) ?? null;
  }

  get title(): string {
    const { title } = this.draft.keys;
    return typeof title === 'string' ? title : '';
  }

  get keys(): Keys {
    return keysOf(this.draft, this.offer);
  }

  open(level: Keys): void {
    this.draft = draftOf(level, this.offer);
    this.selected = this.tool = this.stroke = null;
    this.past = [];
    this.future = [];
    this.found = [];
    this.check = null;
    this.tell();
    void this.ask();
  }

  /** `stroke`: changes of the same stroke are undone together. */
  change(draft: Draft, stroke: string | null = null): void {
    if (stroke === null || stroke !== this.stroke) this.past = [...this.past.slice(-MOST_UNDO), this.draft];
    this.stroke = stroke;
    this.future = [];
    this.become(draft);
  }

  /** The next change is not part of the last stroke. */
  lift(): void {
    this.stroke = null;
  }

  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.draft);
    this.stroke = null;
    this.become(before);
  }

  redo(): void {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.draft);
    this.stroke = null;
    this.become(after);
  }

  /** Puts another version of a part in its place. */
  replace(part: Part, stroke: string | null = null): void {
    const parts = this.draft.parts.map((one) => (one.id === part.id ? part : one));
    this.change({ ...this.draft, parts }, stroke);
  }

  setKeys(keys: Keys, stroke: string | null = null): void {
    this.change({ ...this.draft, keys }, stroke);
  }

  /** Sets a property of a part; undefined removes it. */
  set(part: Part, key: string, value: unknown): void {
    const values = { ...part.values, [key]: value };
    if (value === undefined) delete values[key];
    this.replace({ ...part, values }, `${part.id} ${key}`);
  }

  /** A new part there, which is then selected. */
  add(kind: string, at: Spot): Part {
    const about = this.offer.parts.find(({ key }) => key === kind);
    const spot = this.snapped(at);
    const part = about
      ? fresh(about, spot, this.draft)
      : { id: nextId(), kind: FLAG, values: { x: spot.x, y: spot.y } };
    const kept = this.draft.parts.filter((one) => kind !== FLAG || one.kind !== FLAG);
    this.change({ ...this.draft, parts: [...kept, part] });
    this.selected = part.id;
    this.tool = null;
    return part;
  }

  canRemove(part: Part): boolean {
    return !offerOf(part, this.offer)?.single;
  }

  remove(part: Part): void {
    if (!this.canRemove(part)) return;
    const parts = this.draft.parts.filter(({ id }) => id !== part.id);
    this.change({ ...this.draft, parts });
    this.selected = null;
  }

  duplicate(part: Part): void {
    if (part.kind === FLAG || !this.canRemove(part)) return;
    const { left, right } = boxOf(part, this.offer);
    const by = this.grid * Math.max(1, Math.ceil((right - left) / this.grid));
    const copy = copied(part, by, this.draft, this.offer);
    this.change({ ...this.draft, parts: [...this.draft.parts, copy] });
    this.selected = copy.id;
  }

  move(part: Part, dx: number, dy: number, stroke: string | null = null): void {
    const [width, height] = sizeOf(this.draft);
    const next = moved(part, dx, dy, this.offer);
    const { x, y } = next.values as { x: number; y: number };
    const [backX, backY] = [Math.min(Math.max(x, 0), width) - x, Math.min(Math.max(y, 0), height) - y];
    this.replace(backX || backY ? moved(next, backX, backY, this.offer) : next, stroke);
  }

  snapped(at: Spot): Spot {
    const to = (value: number) => round(Math.round(value / this.grid) * this.grid);
    return { x: to(at.x), y: to(at.y) };
  }

  /** The first finding about a part. */
  findingOf(id: number): Placed | null {
    return this.found.find((one) => one.id === id) ?? null;
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked++;
  }

  private become(draft: Draft): void {
    this.draft = draft;
    if (!draft.parts.some(({ id }) => id === this.selected)) this.selected = null;
    this.tell();
    this.onchange();
    this.later(CHECK_AFTER_MS);
  }

  private tell(): void {
    this.canUndo = this.past.length > 0;
    this.canRedo = this.future.length > 0;
  }

  private later(ms: number): void {
    this.checking = true;
    this.asked++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), ms);
  }

  /** Lets the server check the level as it is now; an answer to an older question is dropped. */
  private async ask(): Promise<void> {
    const turn = ++this.asked;
    const where = places(this.draft);
    this.checking = true;
    try {
      const check = await post<Check>('/worlds/check', { level: this.keys });
      if (turn !== this.asked) return;
      this.check = check;
      this.found = check.found.map((one) => ({
        ...one,
        id: one.part ? (where.get(one.part.join(' ')) ?? null) : null,
      }));
      this.error = null;
      this.checking = false;
    } catch (error) {
      if (turn !== this.asked) return;
      this.error = error;
      const ms = error instanceof Problem && error.retryAfter ? error.retryAfter * 1000 : RETRY_MS;
      this.later(ms);
    }
  }
}
