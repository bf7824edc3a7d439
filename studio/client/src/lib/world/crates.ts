/** Crates on the canvas, as pictures of a world show them. */

const BOARD = '#C9A877';
const FRAME = '#8F744D';
/** Metres of the widest frame. */
const RIM = 0.09;

/** A crate whose upper left corner is at (x, y), in pixels, with that many pixels per metre. */
export function crate(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  zoom: number,
): void {
  const rim = Math.min(RIM * zoom, width / 5, height / 5);
  to.fillStyle = FRAME;
  to.beginPath();
  to.roundRect(x, y, width, height, rim / 2);
  to.fill();
  to.fillStyle = BOARD;
  to.fillRect(x + rim, y + rim, width - 2 * rim, height - 2 * rim);
  to.strokeStyle = FRAME;
  to.lineCap = 'butt';
  for (const share of [1 / 3, 2 / 3])
    stroke(to, rim / 4, x + rim, y + height * share, x + width - rim, y + height * share);
  stroke(to, rim, x + rim, y + height - rim, x + width - rim, y + rim);
}

function stroke(
  to: CanvasRenderingContext2D,
  width: number,
  x: number,
  y: number,
  toX: number,
  toY: number,
): void {
  to.lineWidth = width;
  to.beginPath();
  to.moveTo(x, y);
  to.lineTo(toX, toY);
  to.stroke();
}
