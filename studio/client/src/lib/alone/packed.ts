/** What is in a file or a script as text: compressed, in base64. */

import type { Start } from '$lib/engine/engine';
import { beside } from '$lib/engine/beside';

/** How the engine of a family is started. */
export type Engines = (family: string) => Start;

/** Engines from texts: each is unpacked and compiled once, unless that fails. */
export function engines(textOf: (family: string) => string | Promise<string>): Engines {
  const known = new Map<string, Promise<WebAssembly.Module>>();
  const made = async (family: string) => WebAssembly.compile(await unpacked(await textOf(family)));
  return (family) => {
    const engine = known.get(family) ?? made(family);
    known.set(family, engine);
    engine.catch(() => known.delete(family));
    return beside(engine);
  };
}

/** The bytes of a text. */
export async function unpacked(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
