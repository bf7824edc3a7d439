import { describe, expect, it } from 'vitest';
import { Problem } from '$lib/api/client';
import { EVERY_MS, LONGEST_MS, Outbox, type Named } from './outbox';
import { FakeStore } from './testing';

const problem = (status: number, code: string, after: number | null = null) =>
  new Problem({ code, status, title: '', detail: '' }, after);
const OFFLINE = problem(0, 'offline');

/** A server that stores each event once, and fails when the test says so. */
class FakeServer {
  log: Named[] = [];
  asked = 0;
  failure: Error | null = null;
  /** Stores what arrives, but its answer is lost. */
  isDeaf = false;

  send = async (_game: string, events: Named[]) => {
    this.asked += 1;
    if (this.failure && !this.isDeaf) throw this.failure;
    this.log.push(...events.filter(({ id }) => !this.log.some((known) => known.id === id)));
    if (this.failure) throw this.failure;
  };
}

const seen = (server: FakeServer) => server.log.map(({ t_client_ms }) => t_client_ms);
const event = (number: number) => ({ event: 'focus', t_client_ms: number });

describe('events', () => {
  it('wait for the network, longer and longer', async () => {
    const server = new FakeServer();
    let now = 0;
    const box = new Outbox(new FakeStore(), server.send, 'a', () => now);
    server.failure = OFFLINE;
    box.put('g1', event(1));
    await box.flush();
    await box.flush();
    expect(server.asked).toBe(1);
    const pauses: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const before = now;
      const asked = server.asked;
      while (server.asked === asked) {
        now += EVERY_MS;
        await box.flush();
      }
      pauses.push(now - before);
    }
    expect(pauses.slice(0, 3)).toEqual([EVERY_MS, 2 * EVERY_MS, 4 * EVERY_MS]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(LONGEST_MS + EVERY_MS);
    server.failure = null;
    box.put('g1', event(2));
    await box.flush(true);
    expect(seen(server)).toEqual([1, 2]);
    expect(box.size).toBe(0);
  });

  it('are sent after a reload, and once each', async () => {
    const server = new FakeServer();
    const store = new FakeStore();
    const first = new Outbox(store, server.send, 'a');
    server.failure = OFFLINE;
    server.isDeaf = true;
    first.put('g1', event(1));
    await first.flush();
    first.put('g2', event(2));
    server.failure = null;
    const second = new Outbox(store, server.send, 'b');
    second.put('g1', event(3));
    await second.flush();
    expect(seen(server).sort()).toEqual([1, 2, 3]);
    expect(new Set(server.log.map(({ id }) => id)).size).toBe(3);
    expect(store.size).toBe(0);
  });

  it('of another window stay its own', async () => {
    const server = new FakeServer();
    const store = new FakeStore();
    const first = new Outbox(store, server.send, 'a');
    first.put('g1', event(1));
    const second = new Outbox(store, server.send, 'b');
    first.put('g1', event(2));
    await second.flush();
    expect(store.size).toBe(1);
    await first.flush();
    expect(seen(server)).toEqual([1, 2]);
    expect(store.size).toBe(0);
  });

  it('that the server will never take are let go', async () => {
    const server = new FakeServer();
    const box = new Outbox(new FakeStore(), server.send, 'a');
    server.failure = problem(404, 'not-found');
    box.put('gone', event(1));
    await box.flush();
    expect(box.size).toBe(0);
  });

  it('wait as long as a busy server says', async () => {
    const server = new FakeServer();
    let now = 0;
    const box = new Outbox(new FakeStore(), server.send, 'a', () => now);
    server.failure = problem(429, 'too-many', 60);
    box.put('g1', event(1));
    await box.flush();
    now = 59_000;
    await box.flush();
    expect(server.asked).toBe(1);
    server.failure = null;
    now = 60_000;
    await box.flush();
    expect(seen(server)).toEqual([1]);
  });

  it('go in parts that a request may hold, and without a store too', async () => {
    const server = new FakeServer();
    const box = new Outbox(null, server.send, 'a');
    for (let number = 0; number < 450; number++) box.put('g1', event(number));
    await box.flush();
    expect(server.asked).toBe(3);
    expect(seen(server)).toEqual(Array.from({ length: 450 }, (_, number) => number));
  });
});

describe('help that the page gave', () => {
  const help = { event: 'hint', to: '1', t_client_ms: 5 };

  it('is delivered before the game goes on', async () => {
    const server = new FakeServer();
    const box = new Outbox(new FakeStore(), server.send, 'a');
    box.put('g1', event(1));
    await box.deliver('g1');
    expect(server.asked).toBe(0);
    box.put('g1', help);
    await box.deliver('g1');
    expect(server.log.map((one) => one.event)).toEqual(['focus', 'hint']);
  });

  it('is delivered though something else is being sent', async () => {
    const server = new FakeServer();
    const box = new Outbox(new FakeStore(), server.send, 'a');
    box.put('g1', event(1));
    const sending = box.flush();
    box.put('g2', help);
    await box.deliver('g2');
    await sending;
    expect(server.log.map((one) => one.event)).toEqual(['focus', 'hint']);
  });

  it('holds the game where the server does not answer, and no other', async () => {
    const server = new FakeServer();
    const store = new FakeStore();
    const box = new Outbox(store, server.send, 'a');
    server.failure = OFFLINE;
    box.put('g1', help);
    await expect(box.deliver('g1')).rejects.toThrow(Problem);
    await expect(box.deliver('g2')).resolves.toBeUndefined();
    // A reload changes nothing.
    const later = new Outbox(store, server.send, 'b');
    await expect(later.deliver('g1')).rejects.toThrow(Problem);
    server.failure = null;
    await later.deliver('g1');
    expect(server.log.map((one) => one.event)).toEqual(['hint']);
  });

  it('holds every game, and the next one, if it was a review', async () => {
    const server = new FakeServer();
    const box = new Outbox(new FakeStore(), server.send, 'a');
    server.failure = OFFLINE;
    box.review('g1', 5);
    for (const game of ['g2', '']) await expect(box.deliver(game)).rejects.toThrow(Problem);
    server.failure = null;
    await box.deliver('');
    expect(server.log.map((one) => one.event)).toEqual(['review']);
  });
});
