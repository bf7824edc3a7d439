/** Mouse and fingers on the editor's canvas: placing, selecting, moving, stretching, scrolling, zooming. */

import type { Point } from '../camera';
import { handlesOf, shownHandles, stretched } from './handles';
import { boxOf, floorAt, numberOf, offerOf, round, sizeOf, type Part, type Spot } from './level';
import type { Making } from './making.svelte';
import { depthOf } from './paint';
import type { View } from './view';

/** Pixels that a pointer may move before it is a drag. */
const SLOP = 4;
const NEAR_MOUSE = 9;
const NEAR_FINGER = 20;
/** Metres within which something stands on what is below it, whatever the grid says. */
const FLOOR = 0.4;

type Drag =
  | { kind: 'move'; part: Part; grip: Spot }
  | { kind: 'stretch'; part: Part; handle: string; grip: Spot }
  | { kind: 'scroll' };

interface Press {
  from: Point;
  last: Point;
  drag: Drag;
  begun: boolean;
  /** Whether letting go without a drag selects nothing. */
  clears: boolean;
}

export class Gestures {
  private readonly fingers = new Map<number, Point>();
  private press: Press | null = null;
  private stroke = 0;

  constructor(
    private readonly making: Making,
    private readonly view: () => View,
    private readonly onview: () => void,
  ) {}

  down(event: PointerEvent, at: Point): void {
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size > 1 || event.button === 1) {
      this.press = event.button === 1 ? this.pressed(at, { kind: 'scroll' }) : null;
      return;
    }
    this.stroke++;
    this.press = this.begin(event.pointerType !== 'mouse', at);
  }

  move(event: PointerEvent, at: Point): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, at);
    this.fingers.set(event.pointerId, at);
    const { press } = this;
    if (!press || this.fingers.size > 1) return;
    if (!press.begun && Math.hypot(at.x - press.from.x, at.y - press.from.y) < SLOP) return;
    press.begun = true;
    if (press.drag.kind === 'scroll') {
      this.view().scroll(at.x - press.last.x, at.y - press.last.y);
      this.onview();
    } else this.drag(press.drag, this.view().toWorld(at.x, at.y));
    press.last = at;
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    const { press } = this;
    this.press = null;
    if (press && !press.begun && press.clears) this.making.selected = null;
    this.making.lift();
  }

  wheel(event: WheelEvent, at: Point): void {
    const view = this.view();
    if (event.ctrlKey || event.metaKey) view.zoomAt(Math.exp(-event.deltaY / 300), at);
    else {
      const before = [view.x, view.y];
      view.scroll(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
      // At its rim, the page scrolls instead.
      if (view.x === before[0] && view.y === before[1]) return;
    }
    event.preventDefault();
    this.onview();
  }

  private pressed(at: Point, drag: Drag, clears = false): Press {
    return { from: at, last: at, drag, begun: false, clears };
  }

  private begin(isFinger: boolean, at: Point): Press {
    const { making } = this;
    const view = this.view();
    const spot = view.toWorld(at.x, at.y);
    if (making.tool) return this.place(making.tool, at, spot);
    const near = (isFinger ? NEAR_FINGER : NEAR_MOUSE) / view.zoom;
    const chosen = making.part;
    const handle = chosen && this.handleAt(chosen, spot, near);
    if (chosen && handle) {
      const grip = { x: handle.x - spot.x, y: handle.y - spot.y };
      return this.pressed(at, { kind: 'stretch', part: chosen, handle: handle.name, grip });
    }
    const hit = this.partAt(spot, near / 2);
    if (!hit) return this.pressed(at, { kind: 'scroll' }, true);
    // A finger that scrolls must not move what it happens to touch: only what was selected before.
    const grips = !isFinger || hit.id === making.selected;
    making.selected = hit.id;
    return this.pressed(at, grips ? this.gripped(hit, spot) : { kind: 'scroll' });
  }

  private gripped(part: Part, spot: Spot): Drag {
    const { offer } = this.making;
    const grip = { x: numberOf(part, 'x', offer) - spot.x, y: numberOf(part, 'y', offer) - spot.y };
    return { kind: 'move', part, grip };
  }

  /** A new part, which the same drag stretches. */
  private place(kind: string, at: Point, spot: Spot): Press {
    const { making } = this;
    const about = making.offer.parts.find((one) => one.key === kind);
    const part = making.add(kind, about?.anchor === 'top left' ? spot : this.standing(spot, -1));
    if (!about?.sizes.length) return this.pressed(at, this.gripped(part, spot));
    const handle = about.sizes.includes('rise')
      ? 'end'
      : about.anchor === 'foot'
        ? 'n'
        : about.anchor === 'top left'
          ? 'se'
          : 'ne';
    return this.pressed(at, { kind: 'stretch', part, handle, grip: { x: 0, y: 0 } });
  }

  private drag(drag: Drag, spot: Spot): void {
    const { making } = this;
    if (drag.kind === 'scroll') return;
    const to = { x: spot.x + drag.grip.x, y: spot.y + drag.grip.y };
    const stroke = `drag ${this.stroke}`;
    if (drag.kind === 'stretch') {
      const size = sizeOf(making.draft);
      making.replace(stretched(drag.part, drag.handle, making.snapped(to), making.offer, size), stroke);
      return;
    }
    const { x, y } = this.standsOn(drag.part) ? this.standing(to, drag.part.id) : making.snapped(to);
    const now = making.draft.parts.find(({ id }) => id === drag.part.id);
    if (!now) return;
    const back = { x: numberOf(now, 'x', making.offer), y: numberOf(now, 'y', making.offer) };
    making.move(now, x - back.x, y - back.y, stroke);
  }

  private standsOn(part: Part): boolean {
    const about = offerOf(part, this.making.offer);
    return !about || about.anchor !== 'top left';
  }

  /** The place on the grid, on top of what is there. */
  private standing(spot: Spot, except: number): Spot {
    const { making } = this;
    const at = making.snapped(spot);
    const floor = floorAt({ x: at.x, y: spot.y }, FLOOR, making.draft, making.offer, except);
    return floor === null ? at : { x: at.x, y: floor };
  }

  private handleAt(part: Part, spot: Spot, near: number): { name: string; x: number; y: number } | null {
    let best = null;
    let least = near;
    for (const handle of shownHandles(part, this.making.offer, this.view().zoom)) {
      const far = Math.hypot(handle.x - spot.x, handle.y - spot.y);
      if (far <= least) [best, least] = [handle, far];
    }
    return best;
  }

  /** What is in front there; of two in the same depth, the smaller one. */
  private partAt({ x, y }: Spot, near: number): Part | null {
    const { offer, draft } = this.making;
    let best: Part | null = null;
    let rank = -Infinity;
    for (const part of draft.parts) {
      const { left, right, bottom, top } = boxOf(part, offer);
      if (x < left - near || x > right + near || y < bottom - near || y > top + near) continue;
      const score = depthOf(part) - round((right - left) * (top - bottom)) / 1e7;
      if (score >= rank) [best, rank] = [part, score];
    }
    return best;
  }

  private pinch(id: number, before: Point, at: Point): void {
    const other = [...this.fingers].find(([finger]) => finger !== id)![1];
    const view = this.view();
    const far = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    view.zoomAt(far(at) / far(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    view.scroll((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.onview();
  }
}

/** The part as the arrow keys with Shift stretch it: its right and its upper side. */
export function nudged(part: Part, dx: number, dy: number, making: Making): Part {
  const { offer, draft, grid } = making;
  const handle = handlesOf(part, offer).find(({ name }) =>
    dx ? name === 'e' || name === 'end' : name === 'n' || name === 'end',
  );
  if (!handle) return part;
  const to = { x: handle.x + dx * grid, y: handle.y + dy * grid };
  return stretched(part, handle.name, { x: round(to.x), y: round(to.y) }, offer, sizeOf(draft));
}
