/** Keys and gamepads that are held, as a direction: to the right and up, each from -1 to 1. */

export type Direction = readonly [dx: number, dy: number];

const STILL: Direction = [0, 0];
const KEYS: Record<string, Direction> = { KeyA: [-1, 0], KeyD: [1, 0], KeyW: [0, 1], KeyS: [0, -1] };
/** How far a stick may be from its middle and still be at rest. */
const IDLE = 0.25;
/** The position of a stick is rounded to this many steps, so that jitter sends nothing. */
const STEPS = 4;
/** Buttons of a standard gamepad. */
const [JUMP, UP, DOWN, LEFT, RIGHT] = [0, 12, 13, 14, 15];

export class Steering {
  private keys = new Set<string>();
  private pad: Direction = STILL;
  private last: Direction = STILL;

  constructor(private readonly tell: (dx: number, dy: number) => void) {}

  /** Handles a key, by its place on the keyboard. Returns whether it steers. */
  press(code: string): boolean {
    if (!(code in KEYS)) return false;
    this.keys.add(code);
    this.update();
    return true;
  }

  release(code: string): void {
    this.keys.delete(code);
    this.update();
  }

  /** Reads the gamepads; browsers do not report changes by themselves. */
  poll(pads: readonly (Gamepad | null)[]): void {
    let dx = 0;
    let dy = 0;
    for (const pad of pads) {
      if (!pad?.connected) continue;
      const held = (button: number) => Number(pad.buttons[button]?.pressed ?? false);
      dx += stick(pad.axes[0]) + held(RIGHT) - held(LEFT);
      dy += held(JUMP) + held(UP) - held(DOWN) - stick(pad.axes[1]);
    }
    this.pad = [dx, dy];
    this.update();
  }

  /** Releases all keys and sticks. */
  letGo(): void {
    this.keys.clear();
    this.pad = STILL;
    this.update();
  }

  private update(): void {
    let [dx, dy] = this.pad;
    for (const code of this.keys) {
      dx += KEYS[code]![0];
      dy += KEYS[code]![1];
    }
    [dx, dy] = [within(dx), within(dy)];
    if (dx === this.last[0] && dy === this.last[1]) return;
    this.last = [dx, dy];
    this.tell(dx, dy);
  }
}

function stick(value = 0): number {
  return Math.abs(value) < IDLE ? 0 : Math.round(value * STEPS) / STEPS;
}

function within(value: number): number {
  return Math.max(-1, Math.min(1, value)) || 0; // never -0
}
