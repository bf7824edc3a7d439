/** Which families have a maker, without loading any. */

const MAKERS = import.meta.glob('./*/maker.ts');

export const hasMaker = (family: string): boolean => `./${family}/maker.ts` in MAKERS;
