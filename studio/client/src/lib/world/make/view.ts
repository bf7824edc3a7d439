/** Which part of a level is on the editor's canvas. Unlike in a game, all of it can be seen at once. */

import { Camera, clamp, type Point } from '../camera';
import type { Box } from './level';

const LEAST = 2;
const MOST = 160;
/** Pixels left free around the level when all of it is shown. */
const MARGIN = 14;
/** Metres that can be scrolled beyond the rim. */
const BEYOND = 2;

export class View extends Camera {
  private fits = true;

  override resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    if (this.fits) this.fit();
    else this.look(this.x, this.y);
  }

  /** The level has another size. */
  reshape(world: readonly [number, number]): View {
    const view = new View(world);
    Object.assign(view, { x: this.x, y: this.y, zoom: this.zoom, fits: this.fits });
    view.resize(this.width, this.height);
    return view;
  }

  /** Shows the whole level. */
  fit(): void {
    const [wide, tall] = this.world;
    this.fits = true;
    this.zoom = clamp(
      Math.min((this.width - 2 * MARGIN) / wide, (this.height - 2 * MARGIN) / tall),
      LEAST,
      MOST,
    );
    this.look(wide / 2, tall / 2);
  }

  override look(x: number, y: number): void {
    const [wide, tall] = this.world;
    this.x = between(x, this.width / this.zoom / 2, wide);
    this.y = between(y, this.height / this.zoom / 2, tall);
  }

  /** Zooms so that the point under these pixels stays there. */
  zoomAt(factor: number, at: Point): void {
    const before = this.toWorld(at.x, at.y);
    this.fits = false;
    this.zoom = clamp(this.zoom * factor, LEAST, MOST);
    const after = this.toWorld(at.x, at.y);
    this.look(this.x + before.x - after.x, this.y + before.y - after.y);
  }

  scroll(dx: number, dy: number): void {
    this.look(this.x - dx / this.zoom, this.y + dy / this.zoom);
  }

  /** Scrolls no more than is needed to see a box. */
  show({ left, right, bottom, top }: Box): void {
    const [halfX, halfY] = [this.width / this.zoom / 2, this.height / this.zoom / 2];
    const x = right - left > 2 * halfX ? (left + right) / 2 : clamp(this.x, right - halfX, left + halfX);
    const y = top - bottom > 2 * halfY ? (bottom + top) / 2 : clamp(this.y, top - halfY, bottom + halfY);
    this.look(x, y);
  }
}

function between(value: number, half: number, side: number): number {
  const [low, high] = [half - BEYOND, side - half + BEYOND];
  return low > high ? side / 2 : clamp(value, low, high);
}
