/** In SVG units; the page scales the board. */
export const PEBBLES = {
  pitch: 115,
  margin: 72,
  plate: 42,
  plateStroke: 7.5,
  pebble: 29.5,
  lift: 2.5,
  home: 46,
  hole: 30,
  bead: 13.5,
  beadOnPhone: 16.5,
};
