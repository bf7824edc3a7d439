/** What the page knows while somebody explores a map: where they are, their pins, what is switched on. */

import type { Camera } from './camera';
import type { Walk } from './data';
import type { By } from './inks';
import { leftAt, mistakesOf, stepsOf, wayBetween } from './paths';

export class View {
  here = $state(0);
  hover = $state<number | null>(null);
  pins = $state.raw<number[]>([]);
  by = $state<By>('goal');
  edges = $state(true);
  corridor = $state(true);
  gates = $state(true);
  dead = $state(true);
  heat = $state(true);
  whatIf = $state(false);
  space = $state(false);
  /** States of a game that is shown instead of a shortest solution, and how many of them. */
  game = $state.raw<number[]>([]);
  at = $state(0);

  constructor(
    readonly walk: Walk,
    game: number[],
  ) {
    this.game = game;
    this.at = game.length - 1;
    this.here = game.at(-1) ?? walk.start;
  }

  /** The state whose board is shown. */
  readonly looked = $derived.by(() => this.hover ?? this.here);
  readonly left = $derived.by(() => leftAt(this.walk, this.looked));
  readonly steps = $derived.by(() => stepsOf(this.walk, this.here));
  readonly mistakes = $derived.by(() => (this.whatIf ? mistakesOf(this.walk, this.here) : []));
  /** A shortest path between two pins; null if there is none. */
  readonly way = $derived.by(() =>
    this.pins.length === 2 ? wayBetween(this.walk, this.pins[0]!, this.pins[1]!) : [],
  );
  readonly gate = $derived.by(() => this.walk.gates.findIndex((gate) => gate.includes(this.looked)));

  /** The line drawn as a thread: between pins, of my game, or a shortest solution. */
  readonly thread = $derived.by(() => {
    if (this.pins.length === 2) return this.way ?? [];
    if (this.game.length) return this.game.slice(0, this.at + 1);
    return this.corridor ? this.walk.thread : [];
  });

  /** The goal that has a name on the map. */
  readonly goal = $derived.by(() => {
    const last = this.walk.thread.at(-1);
    return last !== undefined && this.walk.distance[last] === 0 ? last : null;
  });

  /** What a button does that stands for a state: while it is looked at, so is the state, on the map and on the board. */
  hovering(state: number): Record<'onpointermove' | 'onpointerleave' | 'onfocus' | 'onblur', () => void> {
    const look = () => (this.hover = state);
    const leave = () => (this.hover = null);
    return { onpointermove: look, onpointerleave: leave, onfocus: look, onblur: leave };
  }

  go(state: number): void {
    this.here = state;
    this.hover = null;
  }

  pin(state: number): void {
    this.go(state);
    if (this.pins.includes(state)) this.pins = this.pins.filter((one) => one !== state);
    else this.pins = this.pins.length === 2 ? [state] : [...this.pins, state];
  }

  /** The neighbour that lies in a direction of the window; null if none does. */
  towards(camera: Camera, dx: number, dy: number): number | null {
    const from = camera.at(this.here);
    let best: number | null = null;
    let least = Math.cos(Math.PI * 0.42);
    for (const { to } of this.steps) {
      if (to === this.here) continue;
      const there = camera.at(to);
      const [x, y] = [there.x - from.x, there.y - from.y];
      const along = (x * dx + y * dy) / Math.max(1e-6, Math.hypot(x, y));
      if (along > least) [best, least] = [to, along];
    }
    return best;
  }
}
