/** Animates a piece from its old place to its new one: along its path, or with a fade if motion is unwanted. */

import type { Point } from '$lib/kit/geometry';
import { NUDGE, slideTime, TIMES } from './measures';
import { lengthOf } from './stops';

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const FADE = 80;
const HOP = [
  { transform: 'none' },
  { transform: 'translateY(-12px) scale(1.08)', offset: 0.4 },
  { transform: 'scale(.97)', offset: 0.8 },
  { transform: 'none' },
];

export const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const translate = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

export interface Trip {
  at: Point;
  /** The corners of the path, if it bends. */
  way: Point[] | null;
  pace: 'slide' | 'quick' | 'jump';
}

/** Remembers where each piece was shown last. */
export class Travel {
  private readonly last = new Map<string, Point>();

  /** A piece was dragged here: its next trip begins here. */
  held(key: string, at: Point): void {
    this.last.set(key, at);
  }

  place(key: string, node: SVGGElement, { at, way, pace }: Trip, unit: number): void {
    const from = this.last.get(key);
    this.last.set(key, at);
    node.style.transform = translate(at);
    if (!from || pace === 'jump' || (from.x === at.x && from.y === at.y)) return;
    if (wantsStillness()) {
      node.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE });
      return;
    }
    const points = way && way.length > 2 && near(way[0]!, from) ? way : [from, at];
    const whole = lengthOf(points) || 1;
    const duration = pace === 'quick' ? TIMES.undo : slideTime(whole / unit);
    let walked = 0;
    const frames = points.map((point, index) => {
      if (index) walked += lengthOf([points[index - 1]!, point]);
      return { transform: translate(point), offset: Math.min(1, walked / whole) };
    });
    node.animate(frames, { duration, easing: EASE });
  }

  /** A short push out and back. */
  nudge(node: SVGGElement, turn: Point): void {
    if (wantsStillness()) return;
    const out = `translate(${turn.x * NUDGE}px, ${turn.y * NUDGE}px)`;
    node.animate([{ transform: 'none' }, { transform: out }, { transform: 'none' }], {
      duration: TIMES.refusal,
      easing: 'ease-out',
    });
  }

  /** The pieces of a solved board hop and settle, one after another. */
  close(nodes: SVGGElement[]): void {
    if (wantsStillness()) return;
    const step = Math.min(TIMES.home, TIMES.homeMost / Math.max(1, nodes.length));
    nodes.forEach((node, index) =>
      node.animate(HOP, {
        duration: 380,
        delay: 200 + index * step,
        easing: EASE,
      }),
    );
  }
}

const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1;
