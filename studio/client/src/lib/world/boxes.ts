/** Crates, closed doors and lifts on the canvas, as pictures of a world show them. */

const WOOD = '#C9A877';
const FRAME = '#8F744D';
const IRON = '#5C6974';
const INK = '#0B1218';
const LOCK = '#F0C566';
const HUB = '#74CDA5';
/** Metres of the widest frame of a crate. */
const RIM = 0.09;
/** Metres from one iron band of a door to the next. */
const BAND = 0.8;

/** Draws something whose upper left corner is at (x, y), in pixels, with `zoom` pixels per metre. */
type Drawn = (
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  zoom: number,
) => void;

export const crate: Drawn = (to, x, y, width, height, zoom) => {
  const rim = Math.min(RIM * zoom, width / 5, height / 5);
  plank(to, FRAME, x, y, width, height, rim / 2);
  to.fillStyle = WOOD;
  to.fillRect(x + rim, y + rim, width - 2 * rim, height - 2 * rim);
  to.strokeStyle = FRAME;
  to.lineCap = 'butt';
  for (const share of [1 / 3, 2 / 3])
    stroke(to, rim / 4, x + rim, y + height * share, x + width - rim, y + height * share);
  stroke(to, rim, x + rim, y + height - rim, x + width - rim, y + rim);
};

export const door: Drawn = (to, x, y, width, height, zoom) => {
  const rim = Math.min(0.06 * zoom, width / 5, height / 5);
  const bands = Math.max(2, Math.round(height / (BAND * zoom)) + 1);
  plank(to, FRAME, x, y, width, height, rim);
  plank(to, WOOD, x + rim, y + rim, width - 2 * rim, height - 2 * rim, rim / 2);
  for (let number = 0; number < bands; number++) {
    const down = rim + (number * (height - 4 * rim)) / (bands - 1);
    plank(to, IRON, x, y + down, width, 2 * rim, 0);
  }
  const size = Math.min(width, height);
  disc(to, INK, x + width / 2, y + height / 2, size * 0.2);
  disc(to, LOCK, x + width / 2, y + height / 2, size * 0.12);
};

export const lift: Drawn = (to, x, y, width, height, zoom) => {
  const radius = Math.min(height / 2, 0.12 * zoom);
  const wheel = Math.min(height * 0.42, width / 4);
  plank(to, IRON, x, y + height * 0.3, width, height * 0.7, radius * 0.6);
  plank(to, WOOD, x, y, width, height * 0.5, radius * 0.5);
  disc(to, INK, x + width / 2, y + height * 0.55, wheel);
  disc(to, HUB, x + width / 2, y + height * 0.55, wheel * 0.5);
};

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

function disc(to: CanvasRenderingContext2D, colour: string, x: number, y: number, radius: number): void {
  to.fillStyle = colour;
  to.beginPath();
  to.arc(x, y, radius, 0, 2 * Math.PI);
  to.fill();
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
