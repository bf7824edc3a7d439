/** The measures of dragging and pressing on a board, in SVG units and milliseconds. */

/** How far into a cell, as a share of its width, a drag must have come to mean that cell. */
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

/** How long a slide over that many cells takes, in milliseconds. */
export const slideTime = (cells: number): number =>
  Math.min(TIMES.slide + TIMES.slideCell * cells, TIMES.slideMost);
