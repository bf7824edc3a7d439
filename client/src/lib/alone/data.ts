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
  format: number;
  title: string;
  boards: AloneBoard[];
}

/** What this script reads; `clew.pages.content` counts it up when the form changes. */
export const FORMAT = 1;

/** The compiled engine of a family. */
export type Engines = (family: string) => Promise<WebAssembly.Module>;

/** Engines from texts in base64: each is unpacked and compiled once, unless that fails. */
export function engines(textOf: (family: string) => string | Promise<string>): Engines {
  const known = new Map<string, Promise<WebAssembly.Module>>();
  const made = async (family: string) => WebAssembly.compile(await unpacked(await textOf(family)));
  return (family) => {
    const engine = known.get(family) ?? made(family);
    known.set(family, engine);
    engine.catch(() => known.delete(family));
    return engine;
  };
}

/** The bytes of a text in base64 that was compressed with gzip. */
async function unpacked(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
