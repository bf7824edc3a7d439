/** What `clew.export` writes for a page without a server. */

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
  /** The start as the engine has it. */
  numbers: number[];
}

export interface Alone {
  title: string;
  boards: AloneBoard[];
}

/** The bytes of a text in base64 that was compressed with gzip. */
export async function unpacked(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
