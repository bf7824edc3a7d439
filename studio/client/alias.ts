import { fileURLToPath } from 'node:url';

/** `$lib`, for every build. */
export const alias = { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) };
