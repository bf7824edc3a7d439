import type { Maker } from '$lib/kit/family';
import { CRATES } from './samples';

/** Games are written and painted on a page of their own; here one level is solved and published. */
export const maker: Maker = {
  sides: ['start'],
  blank: () => ({ family: 'puzzlescript', game: CRATES, level: 2 }),
  size: () => null,
  resize: (keys) => keys,
  tools: () => [],
  stroke: (keys, { token }) => ({ keys, token }),
  picture: (_keys, _side, known) => known,
};
