/** Which families there are, and what they are called. */

import { capital, local } from '$lib/i18n/index.svelte';
import type { About } from '$lib/kit/family';
import { byFolder } from './folders';

const ABOUT = byFolder(import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' }));

const place = (family: string): number => ABOUT[family]?.place ?? Infinity;

/** Those with a place first, then the others by name. */
export const inOrder = (families: readonly string[]): string[] =>
  [...families].sort((a, b) => (place(a) === place(b) ? (a < b ? -1 : 1) : place(a) - place(b)));

/** Those of these families that lists offer. */
export const offered = (families: readonly string[]): string[] =>
  inOrder(families.filter((family) => !ABOUT[family]?.hidden));

export const FAMILIES = offered(Object.keys(ABOUT));

/** The name that readers see; of a family that the client knows nothing about, the server's own. */
export function familyName(family: string): string {
  const about = ABOUT[family];
  return about ? local(about.name) : capital(family);
}
