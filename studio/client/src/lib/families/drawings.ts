/** How the boards of each family look. */

import type { Drawing } from '$lib/kit/family';
import { byFolder } from './folders';
import { plain } from './Plain.svelte';

const DRAWINGS = byFolder(
  import.meta.glob<Partial<Drawing>>('./*/Drawing.svelte', { eager: true, import: 'drawing' }),
);

/** What the family draws itself, and plain pictures of the rest. */
export const drawingOf = (family: string): Drawing => ({ ...plain, ...DRAWINGS[family] });
