/**
 * What a page saw, kept until the server has stored it: through a lost network, a busy server and reloads.
 *
 * Each event has a unique name, by which the server recognises one that it already has. So whatever may not
 * have arrived is sent again, first after seconds, then after minutes.
 */

import { mayPass, post, Problem } from '$lib/api/client';

export interface LogEvent {
  event: string;
  piece?: string;
  from?: string | null;
  to?: string | null;
  t_client_ms: number;
}

export type Named = LogEvent & { id: string };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type Send = (game: string, events: Named[]) => Promise<void>;

export const EVERY_MS = 4000;
export const LONGEST_MS = 300_000;
const BATCH = 200;
/** More events than this are not kept: the oldest go first. */
const MOST = 2000;
const PREFIX = 'clew.events.';
const HELP = new Set(['hint', 'distance']);
/** Looking back on a game shows how its board is solved, so it counts as help in every later game. */
const REVIEW = 'review';

interface Envelope {
  game: string;
  events: Named[];
  /** The text that another tab, or this one before it was reloaded, left in the store. */
  left: string | null;
}

export class Outbox {
  private readonly envelopes = new Map<string, Envelope>();
  private count = 0;
  private failures = 0;
  private notBefore = 0;
  private sending: Promise<void> | null = null;

  constructor(
    private readonly store: Store | null,
    private readonly send: Send,
    private readonly tab: string,
    private readonly now: () => number = Date.now,
  ) {
    this.takeUp();
  }

  /** How many events are waiting. */
  get size(): number {
    return [...this.envelopes.values()].reduce((sum, { events }) => sum + events.length, 0);
  }

  put(game: string, event: LogEvent): void {
    const key = `${PREFIX}${game}.${this.tab}`;
    const held = this.envelopes.get(key) ?? { game, events: [], left: null };
    held.events = [...held.events, { ...event, id: `${this.tab}-${++this.count}` }].slice(-MOST);
    this.envelopes.set(key, held);
    this.keep(key, held);
  }

  /**
   * Sends the help that the page gave in a game, and the reviews of any. Rejects if that fails: then the game must
   * not go on, because its win would count as one without help.
   */
  async deliver(game: string): Promise<void> {
    // What is being sent now may not include the latest events.
    for (let turn = 0; turn < 2 && this.owes(game); turn++) await this.flush(true);
    if (this.owes(game)) throw new Problem({ code: 'offline', status: 0, title: '', detail: '' });
  }

  private owes(game: string): boolean {
    return [...this.envelopes.values()].some((held) =>
      held.events.some(({ event }) => event === REVIEW || (held.game === game && HELP.has(event))),
    );
  }

  /** Reports that the player looked back on a game, which has ended. */
  review(game: string, t_client_ms: number): void {
    this.put(game, { event: REVIEW, t_client_ms });
    void this.flush(true);
  }

  /** Sends what is waiting, unless the server failed to answer a moment ago; with `anyway`, even then. */
  flush(anyway = false): Promise<void> {
    if (anyway) this.notBefore = 0;
    if (this.now() < this.notBefore) return Promise.resolve();
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    for (const [key, held] of [...this.envelopes]) {
      while (held.events.length) {
        const events = held.events.slice(0, BATCH);
        try {
          await this.send(held.game, events);
          this.failures = 0;
        } catch (error) {
          if (mayPass(error)) return this.wait(error);
        }
        const sent = new Set(events.map(({ id }) => id));
        held.events = held.events.filter(({ id }) => !sent.has(id));
        this.keep(key, held);
      }
      this.envelopes.delete(key);
    }
  }

  private wait(error: unknown): void {
    const told = error instanceof Problem && error.retryAfter ? error.retryAfter * 1000 : 0;
    const pause = Math.min(LONGEST_MS, EVERY_MS * 2 ** this.failures);
    this.failures += 1;
    this.notBefore = this.now() + Math.max(pause, told);
  }

  private keep(key: string, held: Envelope): void {
    try {
      if (held.left !== null) {
        // Another tab may still be writing there: it sends what it has added since.
        if (!held.events.length && this.store?.getItem(key) === held.left) this.store.removeItem(key);
      } else if (held.events.length) this.store?.setItem(key, JSON.stringify(held.events));
      else this.store?.removeItem(key);
    } catch {
      // Without storage, events last as long as the page.
    }
  }

  private takeUp(): void {
    if (!this.store) return;
    const keys = Array.from({ length: this.store.length }, (_, number) => this.store!.key(number));
    for (const key of keys) {
      if (!key?.startsWith(PREFIX)) continue;
      const left = this.store.getItem(key) ?? '';
      try {
        const game = key.slice(PREFIX.length).split('.')[0]!;
        this.envelopes.set(key, { game, events: JSON.parse(left) as Named[], left });
      } catch {
        this.store.removeItem(key);
      }
    }
  }
}

function storeOf(): Store | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function freshTab(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

const send: Send = (game, events) => post<void>(`/games/${game}/events`, { events });

let shared: Outbox | null = null;

/** The outbox of this page. */
export function outbox(): Outbox {
  shared ??= new Outbox(storeOf(), send, freshTab());
  return shared;
}

/** Sends waiting events regularly, those of earlier pages too, and at once when the network is back. */
export function keepSending(): () => void {
  const box = outbox();
  const back = () => void box.flush(true);
  addEventListener('online', back);
  const timer = setInterval(() => void box.flush(), EVERY_MS);
  void box.flush();
  return () => {
    removeEventListener('online', back);
    clearInterval(timer);
  };
}
