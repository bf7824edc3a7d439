/** An engine whose worker and code come from the server. The page must not compile code, so the worker does. */

import type { Start } from './engine.ts';

export const afar =
  (worker: string, engine: string): Start =>
  () => {
    const started = new Worker(worker);
    started.postMessage(engine);
    return started;
  };
