/** In SVG units; the page scales the board. */
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

export const SQUARE = '#EFE8DA';
export const RINGS = '#B93A22';
export const COINS = ['#B93A22', '#1F3B57'] as const;

/** An arrow that points east, and how far it is turned for each direction of the compass. */
export const ARROW = 'M-11 0H11M2.5 -8.5L11 0L2.5 8.5';
export const TURNS: Record<string, number> = {
  E: 0,
  SE: 45,
  S: 90,
  SW: 135,
  W: 180,
  NW: 225,
  N: 270,
  NE: 315,
};
