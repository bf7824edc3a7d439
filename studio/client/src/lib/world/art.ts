/** The server's pictures as pixels, made once for each size: tiles of the scenery, characters, items. */

import type { Cast, Cell, OwnPicture } from './types';
import { own } from './words';

const PREFIX = '/api/v1/worlds';
const TILE = 512;
/** Metres: how high a level's own pictures of items are. */
const ITEM_HEIGHT = 0.42;

/** A part of an image, and the room that it takes. */
export interface Sprite {
  image: CanvasImageSource;
  left: number;
  wide: number;
  tall: number;
  cell: Cell;
}

interface Picture {
  image: HTMLImageElement;
  ready: boolean;
}

export class Art {
  private readonly pictures = new Map<string, Picture>();
  private readonly pixels = new Map<string, HTMLCanvasElement>();
  private scale = 0;

  constructor(
    private readonly scenery: string,
    private readonly world: readonly [number, number],
    private readonly own: Readonly<Record<string, OwnPicture>> = {},
  ) {}

  /** Device pixels per metre; pictures for another scale are discarded. */
  at(scale: number): void {
    if (scale === this.scale) return;
    this.scale = scale;
    this.pixels.clear();
  }

  /** Draws the part of the scenery that begins this many device pixels from the world's upper left corner. */
  backdrop(to: CanvasRenderingContext2D, left: number, top: number, width: number, height: number): void {
    const picture = this.picture(this.scenery);
    if (!picture.ready) return;
    for (let column = Math.floor(left / TILE); column * TILE < left + width; column++) {
      for (let row = Math.floor(top / TILE); row * TILE < top + height; row++) {
        to.drawImage(this.tile(picture, column, row), column * TILE - left, row * TILE - top);
      }
    }
  }

  /** A character in a phase of its step; null until its picture has arrived. */
  character(cast: Cast, phases: number, look: string, walked: number, moves: boolean): Sprite | null {
    const picture = own(this.own, look) ?? own(this.own, cast.kind);
    if (picture) return this.frame(picture, cast.height, frameOf(picture, walked / cast.stride, moves));
    const address = `${PREFIX}/looks/${look}.svg?width=${cast.width}&height=${cast.height}`;
    const image = this.sheet(address, cast.cell);
    if (!image) return null;
    const phase = moves ? 1 + (Math.floor((walked / cast.stride) * phases) % phases) : 0;
    const wide = image.width / (phases + 1);
    return { image, left: phase * wide, wide, tall: image.height, cell: cast.cell };
  }

  item(kind: string, cell: Cell): Sprite | null {
    const picture = own(this.own, kind);
    if (picture) return this.frame(picture, ITEM_HEIGHT, 0);
    const image = this.sheet(thing(kind), cell);
    return image && { image, left: 0, wide: image.width, tall: image.height, cell };
  }

  /** A frame of a picture of the level's own, so many metres high. */
  private frame(own: OwnPicture, height: number, number: number): Sprite | null {
    const image = this.sheet(own.picture, [0, height, 0]);
    if (!image) return null;
    const wide = image.width / own.frames;
    const cell: Cell = [(height * wide) / image.height, height, 0];
    return { image, left: number * wide, wide, tall: image.height, cell };
  }

  private tile(picture: Picture, column: number, row: number): HTMLCanvasElement {
    const [width, height] = [this.world[0] * this.scale, this.world[1] * this.scale];
    return this.kept(`tile ${column} ${row}`, TILE, TILE, (to) =>
      to.drawImage(picture.image, -column * TILE, -row * TILE, width, height),
    );
  }

  private sheet(address: string, cell: Cell): HTMLCanvasElement | null {
    const picture = this.picture(address);
    if (!picture.ready) return null;
    const tall = Math.ceil(cell[1] * this.scale);
    const wide = Math.ceil((tall * picture.image.naturalWidth) / picture.image.naturalHeight);
    return this.kept(address, wide, tall, (to) => to.drawImage(picture.image, 0, 0, wide, tall));
  }

  private kept(
    key: string,
    width: number,
    height: number,
    draw: (to: CanvasRenderingContext2D) => void,
  ): HTMLCanvasElement {
    const known = this.pixels.get(key);
    if (known) return known;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    draw(canvas.getContext('2d')!);
    this.pixels.set(key, canvas);
    return canvas;
  }

  private picture(address: string): Picture {
    const known = this.pictures.get(address);
    if (known) return known;
    const made: Picture = { image: new Image(), ready: false };
    made.image.onload = () => (made.ready = true);
    made.image.src = address;
    this.pictures.set(address, made);
    return made;
  }
}

/** Which frame shows a character after so many steps: the first one stands. */
export function frameOf(own: OwnPicture, steps: number, moves: boolean): number {
  const moving = own.frames - 1;
  return moves && moving ? 1 + (Math.floor(steps * moving) % moving) : 0;
}

/** The address of an item's picture. */
export const thing = (kind: string): string => `${PREFIX}/things/${encodeURIComponent(kind)}.svg`;
