/** The viewpoint of the map: moved, turned, nearer or farther. */

import type { Walk } from './data';

export interface Spot {
  x: number;
  y: number;
  /** From 0, nearest, to 1; 0.5 on the plane. */
  depth: number;
}

const NEAREST = 90;
/** How much room there is around a map. */
const MARGIN = 0.86;

export class Camera {
  /** Pixels to a move, and how far the middle of the map stands from that of the window. */
  scale = 1;
  x = 0;
  y = 0;
  yaw = 0;
  pitch = 0;
  /** From 0, on the plane, to 1, in space. */
  space = 0;
  width = 1;
  height = 1;
  private readonly reach: number;

  constructor(private readonly walk: Walk) {
    let most = 1e-6;
    for (let i = 0; i < walk.deep.length; i += 3) {
      most = Math.max(most, Math.hypot(walk.deep[i]!, walk.deep[i + 1]!, walk.deep[i + 2]!));
    }
    this.reach = most;
  }

  /** Rows of the rotation: right, down, away. */
  get turn(): number[] {
    const [yaw, pitch] = [this.yaw * this.space, this.pitch * this.space];
    const [a, b, c, d] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
    return [a, 0, b, b * d, c, -a * d, -b * c, d, a * c];
  }

  get radius(): number {
    return this.reach;
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  /** The whole map in the window. */
  fit(): void {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    this.scale = 1;
    [this.x, this.y] = [0, 0];
    for (let state = 0; state < this.walk.states; state++) {
      const { x, y } = this.at(state);
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    this.scale = this.fitting(right - left, bottom - top);
    this.x = (this.width / 2 - (left + right) / 2) * this.scale;
    this.y = (this.height / 2 - (top + bottom) / 2) * this.scale;
  }

  private fitting(wide: number, tall: number): number {
    const most = Math.min(this.width / Math.max(wide, 1e-6), this.height / Math.max(tall, 1e-6));
    return Math.min(NEAREST, most * MARGIN);
  }

  /** Nearer or farther, about a point that stays. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const least = Math.min(this.width, this.height) / (6 * this.reach);
    const scale = Math.min(NEAREST * 4, Math.max(least, this.scale * factor));
    const real = scale / this.scale;
    this.scale = scale;
    this.x = x - this.width / 2 - (x - this.width / 2 - this.x) * real;
    this.y = y - this.height / 2 - (y - this.height / 2 - this.y) * real;
  }

  pan(x: number, y: number): void {
    this.x += x;
    this.y += y;
  }

  rotate(x: number, y: number): void {
    this.yaw += x / 180;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + y / 180));
  }

  /** Brings a state into the window if it is outside or at its edge. */
  reveal(state: number): boolean {
    const { x, y } = this.at(state);
    const edge = 40;
    if (x > edge && x < this.width - edge && y > edge && y < this.height - edge) return false;
    this.pan(this.width / 2 - x, this.height / 2 - y);
    return true;
  }

  at(state: number): Spot {
    const { flat, deep } = this.walk;
    const [m, turn] = [this.space, this.turn];
    const x = flat[2 * state]! * (1 - m) + deep[3 * state]! * m;
    const y = flat[2 * state + 1]! * (1 - m) + deep[3 * state + 1]! * m;
    const z = deep[3 * state + 2]! * m;
    const away = turn[6]! * x + turn[7]! * y + turn[8]! * z;
    return {
      x: this.width / 2 + this.x + this.scale * (turn[0]! * x + turn[1]! * y + turn[2]! * z),
      y: this.height / 2 + this.y + this.scale * (turn[3]! * x + turn[4]! * y + turn[5]! * z),
      depth: 0.5 + (away / this.reach) * 0.5 * m,
    };
  }

  /** The state nearest to a point of the window, within reach of it; of several, the one in front. */
  nearest(x: number, y: number, reach: number): number | null {
    const { flat, deep, states } = this.walk;
    const [m, t] = [this.space, this.turn];
    const [px, py] = [
      (x - this.width / 2 - this.x) / this.scale,
      (y - this.height / 2 - this.y) / this.scale,
    ];
    let best: number | null = null;
    let least = (reach / this.scale) ** 2;
    for (let i = 0; i < states; i++) {
      const ax = flat[2 * i]! * (1 - m) + deep[3 * i]! * m;
      const ay = flat[2 * i + 1]! * (1 - m) + deep[3 * i + 1]! * m;
      const az = deep[3 * i + 2]! * m;
      const dx = t[0]! * ax + t[1]! * ay + t[2]! * az - px;
      const dy = t[3]! * ax + t[4]! * ay + t[5]! * az - py;
      const far = dx * dx + dy * dy;
      if (far < least) [best, least] = [i, far];
    }
    return best;
  }
}
