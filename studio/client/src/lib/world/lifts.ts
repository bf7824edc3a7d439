/** Lifts on the canvas, as pictures of a world show them. */

const PLANK = '#C9A877';
const BEAM = '#5C6974';
const INK = '#0B1218';
const HUB = '#74CDA5';

/** A lift whose upper left corner is at (x, y), in pixels, with that many pixels per metre. */
export function lift(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  zoom: number,
): void {
  const radius = Math.min(height / 2, 0.12 * zoom);
  const wheel = Math.min(height * 0.42, width / 4);
  plank(to, BEAM, x, y + height * 0.3, width, height * 0.7, radius * 0.6);
  plank(to, PLANK, x, y, width, height * 0.5, radius * 0.5);
  for (const [colour, share] of [
    [INK, 1],
    [HUB, 0.5],
  ] as const) {
    to.fillStyle = colour;
    to.beginPath();
    to.arc(x + width / 2, y + height * 0.55, wheel * share, 0, 2 * Math.PI);
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
