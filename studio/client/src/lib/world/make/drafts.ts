/** The levels that are being made in this browser: kept at every change, each under a name of its own. */

import type { Keys } from './types';

/** A level as it is kept. `stamp` changes with each change, so that two pages notice each other. */
export interface Kept {
  id: string;
  title: string;
  level: Keys;
  stamp: string;
  changed: number;
  /** The account whose draft it is; null: that of whoever uses this browser. */
  owner: string | null;
  /** The same draft on the server, at the version that this page has seen. */
  server: { id: string; version: number } | null;
  /** Whether the server lacks the last change. */
  ahead: boolean;
}

const PREFIX = 'clew.level.';

export const keyOf = (id: string): string => PREFIX + id;

export const freshName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export function kept(id: string): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(id));
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}

/** Returns whether there is room for it. */
export function keep(draft: Kept): boolean {
  try {
    localStorage.setItem(keyOf(draft.id), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** The levels of this browser that a player may see, the last changed first. */
export function allKept(player: string | null): Kept[] {
  try {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return ids
      .map((key) => kept(key.slice(PREFIX.length)))
      .filter((one): one is Kept => one !== null && (one.owner === null || one.owner === player))
      .sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}
