/** Where keys or a gamepad point, to send the player there. */

import { clamp, type Point } from './camera';
import type { Direction } from './steering';

/** Metres that a press of an arrow key moves it, alone and with Shift. */
const STEP = 0.5;
const STRIDE = 3;
/** Metres per second while a stick is held all the way. */
const SPEED = 10;
/** In ms. A hidden page draws nothing for a long time; the cursor does not leap afterwards. */
const LONGEST = 100;

export class Cursor {
  /** In metres; null while there is no cursor. It begins at the player. */
  at: Point | null = null;

  constructor(private readonly world: readonly [number, number]) {}

  step(direction: Direction, far: boolean, player: Point): void {
    this.move(direction, far ? STRIDE : STEP, player);
  }

  /** Moves on for that long, if the stick is held in a direction. */
  glide(direction: Direction, ms: number, player: Point): void {
    if (direction[0] || direction[1]) this.move(direction, (SPEED * Math.min(ms, LONGEST)) / 1000, player);
  }

  leave(): void {
    this.at = null;
  }

  private move([dx, dy]: Direction, metres: number, player: Point): void {
    const from = this.at ?? player;
    this.at = {
      x: clamp(from.x + dx * metres, 0, this.world[0]),
      y: clamp(from.y + dy * metres, 0, this.world[1]),
    };
  }
}
