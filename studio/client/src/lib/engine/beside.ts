/** An engine whose worker and code are in the page already. */

import type { Start } from './engine.ts';
import EngineWorker from './worker?worker&inline';

export const beside =
  (compiled: Promise<WebAssembly.Module>): Start =>
  (fail) => {
    const worker = new EngineWorker();
    compiled.then((code) => worker.postMessage(code), fail);
    return worker;
  };
