/** Mouse, touch and wheel on the map: what they mean for the camera. */

import type { Camera } from './camera';

export interface Doings {
  /** The camera has changed. */
  seen: () => void;
  hover: (x: number, y: number, touch: boolean) => void;
  leave: () => void;
  press: (x: number, y: number, touch: boolean) => void;
}

/** How far a pointer may move and still count as a press. */
const STILL = 5;

interface Finger {
  x: number;
  y: number;
}

export class Hand {
  private readonly fingers = new Map<number, Finger>();
  private begun: Finger | null = null;
  private still = false;

  constructor(
    private readonly node: HTMLElement,
    private readonly camera: Camera,
    private readonly isSpace: () => boolean,
    private readonly doings: Doings,
  ) {}

  private at(event: MouseEvent): Finger {
    const box = this.node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button > 1) return;
    this.fingers.set(event.pointerId, this.at(event));
    this.node.setPointerCapture(event.pointerId);
    this.still = this.fingers.size === 1;
    this.begun = this.at(event);
  }

  move(event: PointerEvent): void {
    const now = this.at(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.doings.hover(now.x, now.y, event.pointerType === 'touch');
      return;
    }
    if (this.still && this.begun && Math.hypot(now.x - this.begun.x, now.y - this.begun.y) < STILL) return;
    this.still = false;
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else if (this.isSpace() && !event.shiftKey && event.buttons !== 4) {
      this.camera.rotate(now.x - before.x, now.y - before.y);
    } else this.camera.pan(now.x - before.x, now.y - before.y);
    this.fingers.set(event.pointerId, now);
    this.doings.seen();
  }

  private pinch(id: number, before: Finger, now: Finger): void {
    const [other] = [...this.fingers].filter(([one]) => one !== id).map(([, finger]) => finger);
    if (!other) return;
    const apart = (one: Finger) => Math.max(8, Math.hypot(one.x - other.x, one.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.camera.zoom(apart(now) / apart(before), middle.x, middle.y);
  }

  up(event: PointerEvent): void {
    const known = this.fingers.delete(event.pointerId);
    if (!known || !this.still) return;
    this.still = false;
    const { x, y } = this.at(event);
    this.doings.press(x, y, event.pointerType === 'touch');
  }

  cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.still = false;
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.at(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.camera.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 480)), x, y);
    this.doings.seen();
  }
}
