/** Boards that can be played without the server: this asks the service worker to keep them. */

import { get, isOffline } from '$lib/api/client';
import type { PlayableBoard } from '$lib/api/types';

const SCRIPT = '/offline.js';
const STORE = 'clew-boards';
const MAPS = 'clew-maps';
const MOST_MAPS = 20;
/** The header of a kept map that has its board's title. */
const TITLE = 'Board-Title';
const ANSWERS = 'clew-answers';
const SEEN = 'clew.seen';

/** Installs the service worker for returning visitors: a first visit, often the only one, should not pay for it. */
export async function install(): Promise<void> {
  if (!('serviceWorker' in navigator) || isFramed()) return;
  try {
    const isBack = localStorage.getItem(SEEN) !== null;
    localStorage.setItem(SEEN, '1');
    if (isBack) await navigator.serviceWorker.register(SCRIPT);
  } catch {
    // Without storage, or where the browser forbids it, the site needs the network.
  }
}

const isFramed = (): boolean => window.top !== window;

/** Asks the service worker to keep boards with their engines. Does nothing without a service worker. */
export async function keepBoards(ids: readonly string[]): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  const engines = new Set<string>();
  try {
    for (const id of ids) {
      const { engine, worker } = await get<PlayableBoard>(`/boards/${id}/page`);
      engines.add(engine).add(worker);
    }
    for (const address of engines) await (await fetch(address)).blob();
  } catch {
    // A board without an engine, or no network: the boards before it are kept.
  }
}

export interface KeptBoard {
  id: string;
  title: string;
  par: number | null;
  scene: { family: string };
}

/** The boards that are kept, the newest first. */
export async function keptBoards(): Promise<KeptBoard[]> {
  if (!('caches' in globalThis)) return [];
  const store = await caches.open(STORE);
  // The patterns of endless boards are kept there, too.
  const known = (await store.keys()).filter(({ url }) => new URL(url).pathname.endsWith('/page'));
  const answers = await Promise.all(known.map((request) => store.match(request)));
  const boards = await Promise.all(answers.map((answer) => answer!.json() as Promise<KeptBoard>));
  return boards.reverse();
}

const mapAddress = (board: string): string => `/map/${board}/data`;

/** Keeps the map of a public board, and only a limited number of them. Does nothing without a service worker. */
export async function keepMap(board: string, title: string, data: Blob): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  try {
    const store = await caches.open(MAPS);
    await store.delete(mapAddress(board));
    await store.put(
      mapAddress(board),
      new Response(data, { headers: { [TITLE]: encodeURIComponent(title) } }),
    );
    const known = await store.keys();
    for (const old of known.slice(0, Math.max(0, known.length - MOST_MAPS))) await store.delete(old);
  } catch {
    // There is no room: the map needs the server next time, too.
  }
}

/** The map of a board that was seen before; null if it is not kept. */
export async function keptMap(board: string): Promise<{ title: string; data: Blob } | null> {
  if (!('caches' in globalThis)) return null;
  const found = await (await caches.open(MAPS)).match(mapAddress(board));
  return found
    ? { title: decodeURIComponent(found.headers.get(TITLE) ?? ''), data: await found.blob() }
    : null;
}

/** What the server says about a lesson, which is the same for everybody; if it cannot be reached, what it said before. */
export async function remembered<Told>(question: string, ask: () => Promise<Told>): Promise<Told> {
  const address = `/rules/answers?${new URLSearchParams({ question })}`;
  try {
    const told = await ask();
    if (navigator.serviceWorker?.controller) {
      const store = await caches.open(ANSWERS);
      await store.put(address, Response.json(told)).catch(() => undefined);
    }
    return told;
  } catch (error) {
    if (!isOffline(error) || !('caches' in globalThis)) throw error;
    const kept = await (await caches.open(ANSWERS)).match(address);
    if (!kept) throw error;
    return (await kept.json()) as Told;
  }
}
