/** In SVG units; the page scales the board. */
export const TILES = { cell: 76, margin: 20, inset: 5, radius: 14, wall: 9, trayRadius: 28 };
