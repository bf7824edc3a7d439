/** Closed doors on the canvas, as pictures of a world show them. */

const WOOD = '#C9A877';
const FRAME = '#8F744D';
const IRON = '#5C6974';
const INK = '#0B1218';
const LOCK = '#F0C566';
/** Metres from one iron band to the next. */
const BAND = 0.8;

/** A door whose upper left corner is at (x, y), in pixels, with that many pixels per metre. */
export function door(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  zoom: number,
): void {
  const rim = Math.min(0.06 * zoom, width / 5, height / 5);
  const bands = Math.max(2, Math.round(height / (BAND * zoom)) + 1);
  plank(to, FRAME, x, y, width, height, rim);
  plank(to, WOOD, x + rim, y + rim, width - 2 * rim, height - 2 * rim, rim / 2);
  for (let number = 0; number < bands; number++) {
    const down = rim + (number * (height - 4 * rim)) / (bands - 1);
    plank(to, IRON, x, y + down, width, 2 * rim, 0);
  }
  const size = Math.min(width, height);
  for (const [colour, share] of [
    [INK, 0.2],
    [LOCK, 0.12],
  ] as const) {
    to.fillStyle = colour;
    to.beginPath();
    to.arc(x + width / 2, y + height / 2, size * share, 0, 2 * Math.PI);
    to.fill();
  }
}

function plank(
  to: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  to.fillStyle = colour;
  to.beginPath();
  to.roundRect(x, y, width, height, radius);
  to.fill();
}
