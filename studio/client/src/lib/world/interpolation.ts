/** Interpolates between two frames of the server, which sends 20 a second while the screen shows 60 or more. */

import type { Box, Frame, Placed } from './types';

export const TICKS_A_MS = 60 / 1000;
/** The picture lags this far behind the newest frame, so that the next one usually arrives in time. */
export const DELAY = 6;
/** In ticks. If the picture lags further behind than this, it jumps instead of catching up. */
const LEAP = 40;
const CATCH_UP = 0.08;
const KEPT = 12;
/** Metres. Nobody walks this far in one frame, so the character was moved there. */
const FAR = 2;
/** Metres per tick. Slower than this counts as standing. */
const STILL = 0.004;

export interface Seen {
  number: number;
  x: number;
  y: number;
  facing: number;
  walked: number;
  onLadder: boolean;
  look: string;
  moves: boolean;
}

export interface Picture {
  characters: Seen[];
  crates: Box[];
  lifts: Box[];
  items: number[];
  latest: Frame;
}

export class Interpolator {
  private frames: Frame[] = [];
  private arrived = 0;
  private tick = 0;
  private shownAt = 0;

  add(frame: Frame, now: number): void {
    const last = this.frames.at(-1);
    if (last && (last.round !== frame.round || frame.tick < last.tick)) this.frames = [];
    else if (last?.tick === frame.tick) this.frames.pop();
    if (!this.frames.length) this.tick = frame.tick;
    this.frames.push(frame);
    this.frames.splice(0, this.frames.length - KEPT);
    this.arrived = now;
  }

  /** The picture for a time of the screen's clock (ms); null before the first frame. */
  at(now: number): Picture | null {
    const latest = this.frames.at(-1);
    if (!latest) return null;
    this.run(latest, now);
    let index = this.frames.length - 1;
    while (index > 0 && this.frames[index]!.tick > this.tick) index--;
    const before = this.frames[index]!;
    const after = this.frames[index + 1] ?? before;
    const part = partOf(before, after, this.tick);
    const slide = (from: Box[], to: Box[]) => from.map((one, at) => slid(one, to[at] ?? one, part));
    return {
      characters: between(before, after, part),
      crates: slide(before.crates, after.crates),
      lifts: slide(before.lifts, after.lifts),
      items: before.items,
      latest,
    };
  }

  private run(latest: Frame, now: number): void {
    const passed = Math.min(now - this.shownAt, 250) * TICKS_A_MS;
    this.shownAt = now;
    const since = latest.moving ? Math.min(now - this.arrived, 250) * TICKS_A_MS - DELAY : 0;
    const wanted = latest.tick + since;
    const next = this.tick + passed;
    const missed = wanted - next;
    this.tick = Math.min(Math.abs(missed) > LEAP ? wanted : next + missed * CATCH_UP, latest.tick);
  }
}

/** How far the tick is from one frame to the next: from 0 to 1. */
function partOf(before: Frame, after: Frame, tick: number): number {
  const apart = after.tick - before.tick;
  return apart > 0 ? Math.min(Math.max((tick - before.tick) / apart, 0), 1) : 0;
}

function slid([number, x, y]: Box, [, toX, toY]: Box, part: number): Box {
  const share = Math.hypot(toX - x, toY - y) > FAR ? 0 : part;
  return [number, x + (toX - x) * share, y + (toY - y) * share];
}

function between(before: Frame, after: Frame, part: number): Seen[] {
  const apart = after.tick - before.tick;
  const next = new Map(after.characters.map((one) => [one[0], one]));
  return before.characters.map((one) => seen(one, next.get(one[0]) ?? one, part, apart || 1));
}

function seen(a: Placed, b: Placed, part: number, apart: number): Seen {
  const [number, x, y, facing, walked, onLadder, look] = a;
  const gone = Math.hypot(b[1] - x, b[2] - y);
  const share = gone > FAR ? 0 : part;
  return {
    number,
    x: x + (b[1] - x) * share,
    y: y + (b[2] - y) * share,
    facing,
    walked: walked + (b[4] - walked) * share,
    onLadder: Boolean(onLadder),
    look,
    // Not by the distance covered: a lift may have carried it.
    moves: (b[4] - walked) / apart > STILL,
  };
}
