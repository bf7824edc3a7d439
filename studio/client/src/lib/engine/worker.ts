/** The engine's own thread: one message brings it, compiled, or its address, and each of the others a call. */

import { instance, type Call } from './instance.ts';
import type { Value } from './stream.ts';

let begin: (compiled: WebAssembly.Module | Promise<WebAssembly.Module>) => void;
const engine = new Promise<WebAssembly.Module>((resolve) => (begin = resolve)).then<Call>(instance);

addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | string | Value[]>) => {
  if (typeof data === 'string') begin(WebAssembly.compileStreaming(fetch(data)));
  else if (data instanceof WebAssembly.Module) begin(data);
  else
    engine.then(
      (call) => answered(() => call(...data)),
      (error: Error) => postMessage({ error: error.message }),
    );
});

function answered(call: () => Value[]): void {
  try {
    postMessage({ answer: call() });
  } catch (error) {
    postMessage({ error: (error as Error).message });
  }
}
