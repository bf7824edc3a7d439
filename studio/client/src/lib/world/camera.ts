/** Which part of a world is on the canvas, and what is under a finger. All pixels are CSS pixels. */

export interface Point {
  x: number;
  y: number;
}

/** Characters are a metre high; with fewer pixels they are hard to see. */
const LEAST_ZOOM = 34;
const SOFT_MS = 80;

export class Camera {
  x = 0;
  y = 0;
  zoom = LEAST_ZOOM;
  width = 1;
  height = 1;
  private found = false;

  constructor(readonly world: readonly [number, number]) {}

  /** Shows as much of the world as fits without empty margins, unless characters would be too small. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.zoom = Math.max(LEAST_ZOOM, width / this.world[0], height / this.world[1]);
    this.look(this.x, this.y);
  }

  /** Puts a point into the middle, as far as the rim of the world allows. */
  look(x: number, y: number): void {
    this.x = within(x, this.width / this.zoom / 2, this.world[0]);
    this.y = within(y, this.height / this.zoom / 2, this.world[1]);
  }

  /** Moves smoothly, and only enough to keep the point in the middle third; the first time at once. */
  follow(x: number, y: number, ms: number): void {
    const [dx, dy] = [this.width / this.zoom / 6, this.height / this.zoom / 6];
    const wanted = { x: clamp(this.x, x - dx, x + dx), y: clamp(this.y, y - dy, y + dy) };
    const part = this.found ? 1 - Math.exp(-ms / SOFT_MS) : 1;
    this.found = true;
    this.look(this.x + (wanted.x - this.x) * part, this.y + (wanted.y - this.y) * part);
  }

  toScreen(x: number, y: number): Point {
    return {
      x: (x - this.x) * this.zoom + this.width / 2,
      y: (this.y - y) * this.zoom + this.height / 2,
    };
  }

  toWorld(px: number, py: number): Point {
    return {
      x: (px - this.width / 2) / this.zoom + this.x,
      y: this.y - (py - this.height / 2) / this.zoom,
    };
  }
}

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

function within(value: number, half: number, side: number): number {
  return side <= 2 * half ? side / 2 : clamp(value, half, side - half);
}
