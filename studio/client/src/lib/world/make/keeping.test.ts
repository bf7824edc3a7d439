import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '$lib/api/client';
import { allKept, kept } from './drafts';
import { Keeping } from './keeping.svelte';
import type { Keys } from './types';

const server = vi.hoisted(() => ({ get: vi.fn(), post: vi.fn(), put: vi.fn() }));
vi.mock('$lib/api/client', async (original) => ({ ...(await original<object>()), ...server }));
vi.mock('$lib/state/session.svelte', () => ({ me: { isMember: true, player: { id: 'ada' } } }));

const store = new Map<string, string>();
vi.stubGlobal(
  'localStorage',
  new Proxy(
    {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => void store.set(key, text),
      removeItem: (key: string) => void store.delete(key),
    },
    {
      ownKeys: () => [...store.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  ),
);

let level: Keys = { title: 'One' };
const conflict = () => new Problem({ code: 'conflict', status: 409, title: '', detail: '' });

beforeEach(() => {
  vi.useFakeTimers();
  store.clear();
  level = { title: 'One' };
  for (const one of Object.values(server)) one.mockReset();
  server.post.mockResolvedValue({ id: 'server1', title: 'One', version: 1 });
});

async function saved(): Promise<Keeping> {
  const keeping = new Keeping(
    () => level,
    () => undefined,
  );
  keeping.touch();
  await vi.runAllTimersAsync();
  return keeping;
}

it('keeps a change here at once and on the server soon after', async () => {
  const keeping = new Keeping(
    () => level,
    () => undefined,
  );
  keeping.touch();
  expect(kept(keeping.id!)).toMatchObject({ title: 'One', ahead: true, server: null });
  expect(server.post).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(server.post).toHaveBeenCalledExactlyOnceWith('/worlds/drafts', { level });
  expect(kept(keeping.id!)).toMatchObject({ ahead: false, server: { id: 'server1', version: 1 } });
  expect(keeping.state).toBe('sent');
});

it('sends the last of several changes, to the version that it has seen', async () => {
  const keeping = await saved();
  server.put.mockResolvedValue({ id: 'server1', title: 'Three', version: 2 });
  for (const title of ['Two', 'Three']) {
    level = { title };
    keeping.touch();
  }
  await vi.runAllTimersAsync();
  expect(server.put).toHaveBeenCalledExactlyOnceWith('/worlds/drafts/server1', { level, version: 1 });
});

it('tells a change of somebody else from its own whose answer was lost', async () => {
  const keeping = await saved();
  level = { title: 'Two' };
  keeping.touch();
  server.put.mockRejectedValue(conflict());
  server.get.mockResolvedValue({ id: 'server1', version: 2, level: { title: 'Two' } });
  await vi.runAllTimersAsync();
  expect([keeping.conflict, keeping.state]).toEqual([null, 'sent']);
  level = { title: 'Three' };
  keeping.touch();
  server.get.mockResolvedValue({ id: 'server1', version: 3, level: { title: 'Theirs' } });
  await vi.runAllTimersAsync();
  expect(keeping.conflict).toBe('server');
  expect(kept(keeping.id!)!.level).toEqual({ title: 'Three' });
});

it('makes a copy for whoever goes on after a conflict', async () => {
  const keeping = await saved();
  const first = keeping.id!;
  store.set(
    `clew.level.${first}`,
    JSON.stringify({ ...kept(first), stamp: 'other', level: { title: 'Theirs' } }),
  );
  level = { title: 'Mine' };
  keeping.touch();
  expect(keeping.copied).toBe(true);
  expect(keeping.id).not.toBe(first);
  expect(allKept('ada').map((one) => one.level.title)).toEqual(expect.arrayContaining(['Mine', 'Theirs']));
});

it('tries again when the network is away', async () => {
  const keeping = await saved();
  server.put.mockRejectedValueOnce(new Problem({ code: 'offline', status: 0, title: '', detail: '' }));
  server.put.mockResolvedValue({ id: 'server1', title: 'Two', version: 2 });
  level = { title: 'Two' };
  keeping.touch();
  await vi.advanceTimersByTimeAsync(2000);
  expect(keeping.state).toBe('waiting');
  await vi.runAllTimersAsync();
  expect(keeping.state).toBe('sent');
});

it('shows nobody the drafts of another account', () => {
  const draft = { id: 'a', title: '', level: {}, stamp: '', changed: 1, server: null, ahead: false };
  store.set('clew.level.a', JSON.stringify({ ...draft, owner: 'bob' }));
  store.set('clew.level.b', JSON.stringify({ ...draft, id: 'b', owner: null }));
  expect(allKept('ada').map(({ id }) => id)).toEqual(['b']);
  expect(allKept(null).map(({ id }) => id)).toEqual(['b']);
});
