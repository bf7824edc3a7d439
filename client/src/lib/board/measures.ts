/** Every measure of the boards, in SVG units: one `viewBox` a board, the page scales it. */

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

export const BLOCKS = {
  cell: 100,
  margin: 24,
  cellInset: 2,
  cellRadius: 12,
  inset: 7,
  radius: 20,
  trayRadius: 30,
};

export const TILES = { cell: 76, margin: 20, inset: 5, radius: 14, wall: 9, trayRadius: 28 };

export const COROUTINE = {
  square: 204,
  gap: 10,
  margin: 28,
  radius: 18,
  arrow: 72,
  diagonalArrow: 84,
  coin: 37,
  trayRadius: 30,
};

/** Of the cell that is aimed at: how far a drag must have come towards it. */
export const SNAP = 0.5;

/** Client pixels that a pointer moves before a press becomes a drag. */
export const DRAG_STARTS = 5;

export const LIFT = 5;
export const NUDGE = 6;

export const TIMES = {
  slide: 140,
  slideCell: 20,
  slideMost: 260,
  undo: 100,
  refusal: 180,
  home: 40,
  homeMost: 700,
};

/** How long a slide over so many cells takes, in milliseconds. */
export const slideTime = (cells: number): number =>
  Math.min(TIMES.slide + TIMES.slideCell * cells, TIMES.slideMost);
