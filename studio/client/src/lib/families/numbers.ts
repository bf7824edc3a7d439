/** How each family's moves and positions read, where the engine gives them as plain numbers. */

import type { Numbers } from '$lib/kit/family';
import { byFolder } from './folders';

const NUMBERS = byFolder(import.meta.glob<Numbers>('./*/numbers.ts', { eager: true, import: 'numbers' }));

export const numbersOf = (family: string): Numbers => {
  const found = NUMBERS[family];
  if (!found) throw new Error(`no engine in the page for ${family}`);
  return found;
};
