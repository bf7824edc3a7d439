/** What `clew_studio.export` writes for a page without a server. */

import type { Position, Scene } from '$lib/api/types';
import type { Made } from '$lib/engine/engine';
import type { Translated } from '$lib/i18n/index.svelte';

export interface AloneBoard {
  title: string;
  author: string | null;
  source: string | null;
  par: number | null;
  caption: Translated;
  scene: Scene;
  position: Position;
  made: Made;
  /** The start position in the engine's numbers. */
  numbers: number[];
}

export interface Alone {
  format: number;
  title: string;
  boards: AloneBoard[];
}

/** The same as it is written: what several boards share is in a list, to which they refer by its index. */
interface Written extends Alone {
  /** Missing in the first version of the format. */
  shared?: unknown[];
}

/** The newest version of the format that this script reads; `clew_studio.pages.content` increments it with every change. */
export const FORMAT = 2;

/** The boards in a text that Python wrote. Throws if this script cannot read them. */
export const read = (text: string): Alone => whole(JSON.parse(text) as Written);

/** The boards with what they share put back. */
export function whole(data: Written): Alone {
  if (!(data.format <= FORMAT) || !data.boards?.length)
    throw new Error(`the boards have format ${data.format}, this script reads ${FORMAT}: export them again`);
  const shared = data.shared ?? [];
  const found = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('shared' in value) return found(shared[value.shared as number]);
    return 'joined' in value ? (value.joined as unknown[]).flatMap(found) : value;
  };
  const put = <Part extends object>(part: Part): Part =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, found(value)])) as Part;
  const boards = data.boards.map((board) => ({
    ...board,
    scene: put(board.scene),
    made: { ...board.made, values: put(board.made.values) },
  }));
  return { ...data, boards };
}
