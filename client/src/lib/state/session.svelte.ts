/** Who is signed in, according to the server. */

import { get, patch, post, put, remove } from '$lib/api/client';
import type { Player, Session } from '$lib/api/types';
import { preferred, speak } from '$lib/i18n/index.svelte';

let session = $state.raw<Session | null>(null);

export const me = {
  get player(): Player | null {
    return session?.player ?? null;
  },
  /** Whether the player has an account, rather than being a guest. */
  get isMember(): boolean {
    return Boolean(session?.player && !session.player.guest);
  },
  get session(): Session | null {
    return session;
  },
};

export async function loadSession(): Promise<void> {
  session = await get<Session>('/session');
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

export async function signIn(name: string, password: string): Promise<void> {
  await post('/session', { name, password });
  await loadSession();
}

export async function signUp(name: string, email: string, password: string): Promise<void> {
  await post('/account', { name, email, password });
  await loadSession();
}

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
