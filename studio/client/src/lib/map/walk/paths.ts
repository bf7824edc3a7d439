/** What leads where: moves of a state, and shortest paths between two states. */

import type { Walk } from './data';

export interface Step {
  edge: number;
  name: string;
  to: number;
  /** Moves to a goal after it; null if none can be reached then. */
  left: number | null;
  best: boolean;
}

export const leftAt = (walk: Walk, state: number): number | null =>
  walk.distance[state] === walk.lost ? null : walk.distance[state]!;

const costOf = (walk: Walk, edge: number): number => walk.cost?.[edge] ?? 1;

/** The moves of a state, the best first. */
export function stepsOf(walk: Walk, state: number): Step[] {
  const here = leftAt(walk, state);
  const found: Step[] = [];
  for (let edge = walk.first[state]!; edge < walk.first[state + 1]!; edge++) {
    const to = walk.after[edge]!;
    const left = leftAt(walk, to);
    const best = here !== null && here > 0 && left !== null && left + costOf(walk, edge) === here;
    found.push({ edge, name: walk.moves[walk.move[edge]!]!, to, left, best });
  }
  return found.sort((a, b) => (a.left ?? Infinity) - (b.left ?? Infinity) || a.edge - b.edge);
}

/** Moves after which the goal is farther away or out of reach, for "what if". */
export function mistakesOf(walk: Walk, state: number): Step[] {
  const here = leftAt(walk, state);
  if (here === null) return [];
  return stepsOf(walk, state).filter(({ left }) => left === null || left > here);
}

/** The states of a shortest path, with both ends; null if there is none. */
export function wayBetween(walk: Walk, from: number, to: number): number[] | null {
  const far = new Float64Array(walk.states).fill(Infinity);
  const before = new Int32Array(walk.states).fill(-1);
  const waiting: number[][] = [[from]];
  far[from] = 0;
  for (let cost = 0; cost < waiting.length && far[to]! > cost; cost++) {
    const ring = waiting[cost] ?? [];
    for (let i = 0; i < ring.length; i++) {
      const state = ring[i]!;
      if (far[state] !== cost) continue;
      for (let edge = walk.first[state]!; edge < walk.first[state + 1]!; edge++) {
        const next = walk.after[edge]!;
        const total = cost + costOf(walk, edge);
        if (total >= far[next]!) continue;
        far[next] = total;
        before[next] = state;
        (waiting[total] ??= []).push(next);
      }
    }
  }
  if (far[to] === Infinity) return null;
  const way = [to];
  while (way[0] !== from) way.unshift(before[way[0]!]!);
  return way;
}

/** The name of the move from one state to the next; the empty text if there is none. */
export function moveBetween(walk: Walk, from: number, to: number): string {
  for (let edge = walk.first[from]!; edge < walk.first[from + 1]!; edge++) {
    if (walk.after[edge] === to) return walk.moves[walk.move[edge]!]!;
  }
  return '';
}

/** Which look moves on an edge: the one whose place changes; if several do, the one that the move names. */
export function moverOf(walk: Walk, from: number, to: number, name: string): number {
  let found = -1;
  for (let column = 0; column < walk.board.columns; column++) {
    const spot = walk.items[column * walk.states + to]!;
    if (!spot || spot === walk.items[column * walk.states + from]) continue;
    const look = walk.board.spots[spot - 1]![0];
    if (name.startsWith(walk.board.looks[look]!)) return look;
    if (found < 0) found = look;
  }
  return found;
}
