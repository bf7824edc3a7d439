/** The engine itself, in this thread. A call may take long, so pages run it in a worker. */

import { read, written, type Value } from './stream.ts';

interface Exports {
  memory: WebAssembly.Memory;
  room(words: number): number;
  call(at: number, words: number): number;
  free(at: number): void;
}

export type Call = (...parts: Value[]) => Value[];

/** Makes an engine of a compiled `<family>.wasm`. A call throws an error that says why the engine refuses it. */
export async function instance(compiled: WebAssembly.Module): Promise<Call> {
  const made = await WebAssembly.instantiate(compiled, { clew: { now: () => performance.now() } });
  const engine = made.exports as unknown as Exports;
  return (...parts) => {
    const words = written(parts);
    const asked = engine.room(words.length);
    new Int32Array(engine.memory.buffer, asked, words.length).set(words);
    const answered = engine.call(asked, words.length);
    const [length] = new Int32Array(engine.memory.buffer, answered, 1);
    const answer = read(new Int32Array(engine.memory.buffer, answered + 4, length)) as Value[];
    engine.free(answered);
    if (answer[0] !== true) throw new Error(String(answer[1]));
    return answer.slice(1);
  };
}
