/** Keys and gamepads that are held, as a direction: to the right and up, each from -1 to 1. */

export type Direction = readonly [dx: number, dy: number];

const STILL: Direction = [0, 0];
const KEYS: Record<string, Direction> = { KeyA: [-1, 0], KeyD: [1, 0], KeyW: [0, 1], KeyS: [0, -1] };
/** How far a stick may be from its middle and still be at rest. */
const IDLE = 0.25;
/** To steer, the position of a stick is rounded to this many steps, so that jitter sends nothing. */
const STEPS = 4;
/** Buttons of a standard gamepad. */
const [JUMP, UP, DOWN, LEFT, RIGHT] = [0, 12, 13, 14, 15];
const [LEAVE, GO, SHOULDER, START] = [1, 2, 5, 9];

/** What keys and gamepads ask for. */
export interface Listener {
  /** From now on, until it changes. */
  steer(dx: number, dy: number): void;
  /** Go where the cursor is. */
  go(): void;
  /** Remove the cursor. */
  leave(): void;
  /** Begin or end a pause. */
  pause(): void;
}

export class Steering {
  /** Where the right stick of a gamepad points to. */
  aim: Direction = STILL;
  private keys = new Set<string>();
  private pad: Direction = STILL;
  private last: Direction = STILL;
  private pressed = { go: false, leave: false, pause: false };

  constructor(private readonly listener: Listener) {}

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
    let [dx, dy, right, up] = [0, 0, 0, 0];
    const pressed = { go: false, leave: false, pause: false };
    for (const pad of pads) {
      if (!pad?.connected) continue;
      const held = (button: number) => pad.buttons[button]?.pressed ?? false;
      const push = (button: number) => Number(held(button));
      dx += steps(stick(pad.axes[0])) + push(RIGHT) - push(LEFT);
      dy += push(JUMP) + push(UP) - push(DOWN) - steps(stick(pad.axes[1]));
      // Of other gamepads it is not known which axes and buttons these are.
      if (pad.mapping !== 'standard') continue;
      right += stick(pad.axes[2]);
      up -= stick(pad.axes[3]);
      pressed.go ||= held(GO) || held(SHOULDER);
      pressed.leave ||= held(LEAVE);
      pressed.pause ||= held(START);
    }
    this.pad = [dx, dy];
    this.aim = [within(right), within(up)];
    this.update();
    const before = this.pressed;
    this.pressed = pressed;
    if (pressed.go && !before.go) this.listener.go();
    if (pressed.leave && !before.leave) this.listener.leave();
    if (pressed.pause && !before.pause) this.listener.pause();
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
    this.listener.steer(dx, dy);
  }
}

function stick(value = 0): number {
  return Math.abs(value) < IDLE ? 0 : value;
}

function steps(value: number): number {
  return Math.round(value * STEPS) / STEPS;
}

function within(value: number): number {
  return Math.max(-1, Math.min(1, value)) || 0; // never -0
}
