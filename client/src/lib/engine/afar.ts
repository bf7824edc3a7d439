/** An engine whose worker and whose code come from the server. The page may compile nothing, so the worker does. */

import type { Start } from './engine.ts';

export const afar =
  (worker: string, engine: string): Start =>
  () => {
    const started = new Worker(worker);
    started.postMessage(engine);
    return started;
  };
