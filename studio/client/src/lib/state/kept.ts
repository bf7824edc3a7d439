/** Boards that can be played without the server: this asks the service worker to keep them. */

import { get } from '$lib/api/client';
import type { PlayableBoard } from '$lib/api/types';

const SCRIPT = '/offline.js';
const STORE = 'clew-boards';
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
  const answers = await Promise.all((await store.keys()).map((request) => store.match(request)));
  const boards = await Promise.all(answers.map((answer) => answer!.json() as Promise<KeptBoard>));
  return boards.reverse();
}
