/** What tests share. */

import type { Stroke, Tool } from './family';

/** A stroke that begins on a cell of the start. */
export const stroke = (tool: Tool, cell: number, more: Partial<Stroke> = {}): Stroke => ({
  side: 'start',
  cell,
  tool,
  first: true,
  token: null,
  edge: 'right',
  ...more,
});

/** What breaks the rules of French typography: a space that may wrap before a sign, a straight apostrophe. */
export const badFrench = (text: string): string[] => text.match(/ [;:!?»%]|« |'/g) ?? [];
