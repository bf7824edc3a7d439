/** Who is signed in, according to the server. */

import { get, patch, post, put, remove } from '$lib/api/client';
import type { Player, Session } from '$lib/api/types';
import { preferred, speak } from '$lib/i18n/index.svelte';
import { playedGames, type Apart, type PlayedGame } from './played';

let session = $state.raw<Session | null>(null);

export const me = {
  get player(): Player | null {
    return session?.player ?? null;
  },
  /** Whether the player has an account, rather than being a guest. */
  get isMember(): boolean {
    return Boolean(session?.player && !session.player.guest);
  },
  /** The class in which alone the player exists, as a pupil. */
  get classroom(): Player['classroom'] {
    return session?.player?.classroom ?? null;
  },
  get session(): Session | null {
    return session;
  },
};

/** Who was here last, for when the server cannot say. */
const LAST = 'clew.player';

export async function loadSession(): Promise<void> {
  session = await get<Session>('/session');
  remember(session.player?.id ?? null);
}

function remember(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(LAST);
    else localStorage.setItem(LAST, id);
  } catch {
    // Without storage, nothing can be played without the server either.
  }
}

export function lastPlayer(): string | null {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
}

let apart = $state.raw<Apart[]>([]);

/** Games that were sent from this page and could not go on where they had begun: the player should know. */
export const movedApart = {
  get games(): readonly Apart[] {
    return apart;
  },
  forget(): void {
    apart = [];
  },
};

/** Sends what was solved without the server, and with `also` the other games that it chooses. */
export async function sendPlayed(also: (game: PlayedGame) => boolean = () => false): Promise<void> {
  const send = async (): Promise<void> => {
    const found = (await playedGames()?.send(me.player?.id ?? null, also)) ?? [];
    if (found.length) apart = [...apart, ...found];
  };
  // Only one of several tabs sends, so that nothing is sent twice.
  await (navigator.locks ? navigator.locks.request('clew.played', send) : send());
}

/** Signing in takes over what the player did as a guest. */
async function take(change: () => Promise<unknown>): Promise<void> {
  const guest = me.player?.guest ? me.player.id : null;
  await change();
  await loadSession();
  if (guest && me.player) playedGames()?.handOver(guest, me.player.id);
}

export async function start(): Promise<void> {
  const greeting = speak(preferred());
  try {
    await loadSession();
  } finally {
    await greeting;
  }
  if (session) await speak(session.language);
}

/** `code`: of the second step, for accounts that have one. */
export const signIn = (name: string, password: string, code: string): Promise<void> =>
  take(() => post('/session', { name, password, code }));

export const signUp = (name: string, email: string, password: string): Promise<void> =>
  take(() => post('/account', { name, email, password }));

/** Chooses the name that others see while the player is a guest. */
export async function chooseName(name: string): Promise<void> {
  session = await put<Session>('/nickname', { name });
}

export async function signOut(): Promise<void> {
  await remove('/session');
  await loadSession();
}

export async function changeLanguage(language: string): Promise<void> {
  await patch('/session', { language });
  await speak(language);
  await loadSession();
}
