/** The engine's own thread: the first message brings its bytes, each of the others a call. */

import { instance, type Call } from './instance.ts';
import type { Value } from './stream.ts';

let engine: Promise<Call>;

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | Value[]>) => {
  if (data instanceof ArrayBuffer) engine = instance(data);
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
