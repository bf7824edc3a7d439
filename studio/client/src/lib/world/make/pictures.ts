/** The server's pictures of characters and items, for the editor's canvas. */

import { thing } from '../art';
import { numberOf, valueOf, type Part } from './level';
import type { Offer } from './types';

interface Drawn {
  image: HTMLImageElement;
  /** The part of the image that shows it, in pixels. */
  wide: number;
  tall: number;
  /** The room that it takes, in metres. */
  width: number;
  height: number;
  under: number;
}

export class Pictures {
  private readonly images = new Map<string, HTMLImageElement>();

  /** `onload`: another picture has arrived. */
  constructor(
    private readonly offer: Offer,
    private readonly onload: () => void,
  ) {}

  /** A character or an item; null until its picture has arrived, or for anything else. */
  of(part: Part): Drawn | null {
    if (part.kind === 'item') return this.item(String(part.values.kind ?? ''));
    if (part.kind === 'switch') return this.item('switch');
    return part.kind === 'player' || part.kind === 'animal' ? this.character(part) : null;
  }

  private item(kind: string): Drawn | null {
    const image = this.image(thing(kind || 'gem'));
    const [width, height, under] = this.offer.sheet.item;
    return image && { image, wide: image.naturalWidth, tall: image.naturalHeight, width, height, under };
  }

  private character(part: Part): Drawn | null {
    const { offer } = this;
    const look = String(valueOf(part, 'look', offer));
    const [width, height] = [numberOf(part, 'width', offer), numberOf(part, 'height', offer)];
    const image = this.image(
      `/api/v1/worlds/looks/${encodeURIComponent(look)}.svg?width=${width}&height=${height}`,
    );
    if (!image) return null;
    const { units, cells, under } = offer.sheet;
    const wide = image.naturalWidth / cells;
    return {
      image,
      wide,
      tall: image.naturalHeight,
      width: wide / units,
      height: image.naturalHeight / units,
      under,
    };
  }

  private image(address: string): HTMLImageElement | null {
    let image = this.images.get(address);
    if (!image) {
      image = new Image();
      image.onload = this.onload;
      image.src = address;
      this.images.set(address, image);
    }
    return image.complete && image.naturalWidth ? image : null;
  }
}
