/** Keeps the level that is being made: at once in the browser, soon after on the server for an account. */

import { get, mayPass, post, Problem, put } from '$lib/api/client';
import { me } from '$lib/state/session.svelte';
import { allKept, freshName, keep, kept, keyOf, type Kept } from './drafts';
import type { Keys, Saved, WholeDraft } from './types';

const SEND_AFTER_MS = 1500;
const RETRY_MS = 5000;

/** `full`: the browser has no room. `sending`, `sent`, `waiting`: how far the server's copy is. */
export type State = 'new' | 'kept' | 'full' | 'sending' | 'sent' | 'waiting';

export class Keeping {
  state = $state<State>('new');
  /** Somebody has changed the same draft elsewhere: in this browser, or on the server. */
  conflict = $state<'here' | 'server' | null>(null);
  /** That happened while this page went on, so that its version is a copy now. */
  copied = $state(false);
  error = $state.raw<unknown>(null);
  private draft = $state.raw<Kept | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;

  constructor(
    private readonly level: () => Keys,
    /** A draft has been taken up; its address is to be shown. */
    private readonly onname: (id: string) => void,
  ) {}

  get id(): string | null {
    return this.draft?.id ?? null;
  }

  /** Takes up a level that nobody keeps yet: the first change makes it a draft. */
  begin(): void {
    this.rest();
    this.draft = null;
    this.state = 'new';
  }

  /** Takes up a draft by its name in this browser or on the server. */
  async open(id: string): Promise<Keys> {
    this.rest();
    const mine = allKept(this.me).find((one) => one.id === id || one.server?.id === id) ?? null;
    const name = mine ? (mine.server?.id ?? null) : id;
    const there =
      name && this.me ? await get<WholeDraft>(`/worlds/drafts/${name}`).catch(fallback(mine)) : null;
    if (!mine && !there) throw new Problem({ code: 'not-found', status: 404, title: '', detail: '' });
    if (there && (!mine || (!mine.ahead && mine.server?.version !== there.version))) {
      this.take(
        { id: mine?.id ?? id, server: { id: there.id, version: there.version }, ahead: false },
        there.level,
      );
      return there.level;
    }
    this.draft = mine!;
    this.state = mine!.server && !mine!.ahead ? 'sent' : 'kept';
    if (mine!.ahead || (this.me && !mine!.server)) this.later(SEND_AFTER_MS);
    return mine!.level;
  }

  /** The level has changed. Whoever goes on after a conflict gets a copy, so that nothing is lost. */
  touch(): void {
    const before = this.draft;
    const other = before && kept(before.id);
    if (this.conflict || (other && other.stamp !== before.stamp && this.state !== 'full')) {
      this.apart();
      this.copied = true;
      return;
    }
    this.store({ id: before?.id ?? freshName(), server: before?.server ?? null, ahead: true });
    if (!before) this.onname(this.draft!.id);
    if (this.me) this.later(SEND_AFTER_MS);
  }

  /** Another page of this browser has changed something. */
  heard(event: StorageEvent): void {
    if (!this.draft || event.key !== keyOf(this.draft.id)) return;
    const other = kept(this.draft.id);
    // Where the server's copy stands does not matter to what is on the page.
    if (other && other.stamp === this.draft.stamp) this.draft = other;
    else if (other) this.conflict = 'here';
  }

  /** The version of the other page. */
  async theirs(): Promise<Keys> {
    const [where, id] = [this.conflict, this.draft!.id];
    if (where === 'server') {
      const there = await get<WholeDraft>(`/worlds/drafts/${this.draft!.server!.id}`);
      this.take({ id, server: { id: there.id, version: there.version }, ahead: false }, there.level);
      return there.level;
    }
    return this.open(id);
  }

  /** Makes the version of this page a draft of its own. */
  apart(): void {
    this.rest();
    this.store({ id: freshName(), server: null, ahead: true });
    this.onname(this.draft!.id);
    if (this.me) this.later(0);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private get me(): string | null {
    return me.isMember ? me.player!.id : null;
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.conflict = null;
    this.copied = false;
    this.error = null;
  }

  private take(about: Pick<Kept, 'id' | 'server' | 'ahead'>, level: Keys): void {
    this.rest();
    this.store(about, level);
    this.state = 'sent';
  }

  private store(about: Pick<Kept, 'id' | 'server' | 'ahead'>, level = this.level()): void {
    const title = typeof level.title === 'string' ? level.title : '';
    const owner = this.me ?? this.draft?.owner ?? null;
    this.draft = { ...about, title, level, owner, stamp: freshName(), changed: Date.now() };
    this.state = keep(this.draft) ? 'kept' : 'full';
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), ms);
  }

  /** Sends the level to the server, unless another page has changed it there. */
  private async send(): Promise<void> {
    const draft = this.draft;
    if (!draft || this.conflict || !this.me) return;
    if (this.busy) {
      this.later(SEND_AFTER_MS);
      return;
    }
    this.busy = true;
    this.state = this.state === 'full' ? 'full' : 'sending';
    try {
      const saved = await this.sent(draft);
      this.settle(draft, saved);
    } catch (error) {
      this.refused(draft, error);
    } finally {
      this.busy = false;
    }
  }

  private async sent({ level, server }: Kept): Promise<Saved> {
    if (!server) return post<Saved>('/worlds/drafts', { level });
    const path = `/worlds/drafts/${server.id}`;
    try {
      return await put<Saved>(path, { level, version: server.version });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'conflict')) throw error;
      // The change may be our own, if the answer to it was lost on its way.
      const there = await get<WholeDraft>(path);
      if (JSON.stringify(there.level) !== JSON.stringify(level)) throw error;
      return there;
    }
  }

  /** What was sent is on the server now; meanwhile there may have been another change. */
  private settle(sent: Kept, saved: Saved): void {
    if (this.draft?.id !== sent.id) return;
    const ahead = this.draft.stamp !== sent.stamp;
    this.draft = { ...this.draft, owner: this.me, server: { id: saved.id, version: saved.version }, ahead };
    // What another page has kept meanwhile is not overwritten.
    const fits = kept(sent.id)?.stamp !== this.draft.stamp || keep(this.draft);
    this.error = null;
    this.state = ahead ? 'kept' : fits ? 'sent' : 'full';
  }

  private refused(sent: Kept, error: unknown): void {
    if (this.draft?.id !== sent.id) return;
    const code = error instanceof Problem ? error.code : '';
    if (code === 'conflict') this.conflict = 'server';
    else if (code === 'not-found') {
      // It was deleted elsewhere; whoever goes on with it wants it kept.
      this.draft = { ...this.draft, server: null };
      this.later(0);
    } else {
      this.error = error;
      if (mayPass(error)) this.later(RETRY_MS);
    }
    if (this.state === 'sending') this.state = 'waiting';
  }
}

/** Without an answer of the server, what the browser has is good enough. */
const fallback = (here: Kept | null) => (error: unknown) => {
  if (!here) throw error;
  return null;
};
