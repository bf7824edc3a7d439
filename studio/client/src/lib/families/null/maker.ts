import type { Maker } from '$lib/kit/family';

/** A counter has no cells to draw on; its number is one of the options, and its picture is the server's. */
export const maker: Maker = {
  sides: ['start'],
  blank: () => ({ family: 'null', start: 5 }),
  size: () => null,
  resize: (keys) => keys,
  tools: () => [],
  stroke: (keys, { token }) => ({ keys, token }),
  picture: (_keys, _side, known) => known,
};
