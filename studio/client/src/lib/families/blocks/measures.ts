/** In SVG units; the page scales the board. */
export const BLOCKS = {
  cell: 100,
  margin: 24,
  cellInset: 2,
  cellRadius: 12,
  inset: 7,
  radius: 20,
  trayRadius: 30,
};
