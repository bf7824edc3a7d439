import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Taking } from '$lib/api/types';
import { Way } from './taking.svelte';

const at = (turn: number, more: Partial<Taking> = {}): Taking => ({
  participant: 'p',
  title: 'Plans',
  sort: 'real',
  turn,
  at: 'before',
  ending: '',
  done: turn,
  of: 5,
  text: '',
  version: '1',
  again: false,
  items: [],
  level: null,
  condition: null,
  withdrawal: 'delete',
  completion: null,
  ...more,
});

type Reply = { status: number; body: unknown } | 'down';

/** A server that answers in this order; what it was sent. */
function served(...replies: Reply[]): { path: string; body: unknown }[] {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal('document', { cookie: 'csrftoken=t', getElementById: () => null });
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    sent.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
    const reply = replies.shift()!;
    if (reply === 'down') return Promise.reject(new TypeError('no network'));
    return Promise.resolve(
      new Response(JSON.stringify(reply.body), {
        status: reply.status,
        headers: { 'Content-Type': reply.status < 400 ? 'application/json' : 'application/problem+json' },
      }),
    );
  });
  return sent;
}

class Kept extends Map<string, string> {
  getItem = (key: string): string | null => this.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.set(key, text);
  removeItem = (key: string): void => void this.delete(key);
}

const wayOf = (store: Kept): Way =>
  new Way(
    'token',
    store,
    () => Promise.resolve(),
    () => 0,
  );

afterEach(() => vi.unstubAllGlobals());

describe('the way of a participant', () => {
  it('sends answers again until the server has them', async () => {
    const sent = served(
      { status: 200, body: at(1) },
      'down',
      { status: 503, body: {} },
      { status: 200, body: at(2) },
    );
    const store = new Kept();
    const way = wayOf(store);
    await way.arrive({ PID: '7' }, false, null);
    way.answer('mood', 3);
    expect(store.size).toBe(1);
    await way.done();
    expect(sent.slice(1).map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ turn: 1, answers: { mood: 3 }, t_client_ms: 0 })),
    );
    expect([way.at!.turn, store.size, way.answers, way.waiting]).toEqual([2, 0, {}, false]);
  });

  it('sends what was typed for a number as a number', async () => {
    const item = { required: true, options: [], points: 7, low: '', high: '', text: '' };
    const items = [
      { ...item, name: 'age', kind: 'number' as const },
      { ...item, name: 'words', kind: 'text' as const },
    ];
    const sent = served({ status: 200, body: at(1, { items }) }, { status: 200, body: at(2) });
    const way = wayOf(new Kept());
    await way.arrive({}, false, null);
    way.answer('age', ' 3,5');
    way.answer('words', '7');
    await way.done();
    expect(sent[1]!.body).toMatchObject({ answers: { age: 3.5, words: '7' } });
  });

  it('finds what was being written after a reload', async () => {
    served({ status: 200, body: at(1) }, { status: 200, body: at(1) });
    const store = new Kept();
    const first = wayOf(store);
    await first.arrive({}, false, null);
    first.answer('mood', 3);
    const second = wayOf(store);
    await second.arrive({}, false, null);
    expect(second.answers).toEqual({ mood: 3 });
  });

  it('keeps answers that are refused, with what is wrong', async () => {
    const errors = [{ where: 'mood', message: 'Choose one.' }];
    const problem = { code: 'invalid', status: 422, title: '', detail: '', errors };
    served({ status: 200, body: at(1) }, { status: 422, body: problem });
    const way = wayOf(new Kept());
    await way.arrive({}, false, null);
    way.answer('mood', 9);
    await way.done();
    expect([way.at!.turn, way.answers, way.wrong]).toEqual([1, { mood: 9 }, { mood: 'Choose one.' }]);
    way.answer('mood', 2);
    expect(way.wrong).toEqual({});
  });

  it('notices that it goes on elsewhere', async () => {
    const gone = { code: 'not-found', status: 404, title: '', detail: '' };
    served({ status: 200, body: at(1) }, { status: 200, body: at(3) }, { status: 404, body: gone });
    const way = wayOf(new Kept());
    await way.arrive({}, false, null);
    await way.again();
    expect([way.at!.turn, way.elsewhere]).toEqual([3, false]);
    await way.again();
    expect(way.elsewhere).toBe(true);
  });
});
