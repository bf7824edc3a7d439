import { fileURLToPath } from 'node:url';

const path = (below: string) => fileURLToPath(new URL(below, import.meta.url));

/** `$lib`, and the games of the repository, for every build. */
export const alias = { $lib: path('./src/lib'), $games: path('../../examples/games') };
