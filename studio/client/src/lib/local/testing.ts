/** What tests put in the place of the engine: tables with all that it said about games that were played. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Review } from '$lib/api/types';
import type { Engine, Numbers, Start } from '$lib/engine/engine';
import type { AloneBoard } from './data';

/** What `tests/play/review_games.py` writes: games with their reviews, and what the engine said meanwhile. */
export interface Reviewed {
  board: AloneBoard;
  moves: string[];
  review: Review;
  rules: Record<string, [boolean, [Numbers, number, Numbers][]]>;
  found: Record<string, [string, number | null, Numbers[]]>;
}

const FILE = join(import.meta.dirname, '../../../../../tests/play/reviews.json');
export const GAMES = JSON.parse(readFileSync(FILE, 'utf-8')) as Reviewed[];

/** An engine that knows the positions of one game; searches reach a limit first where `isQuick` says no. */
export function engineOf(
  { rules, found }: Reviewed,
  isQuick: (position: string) => boolean = () => true,
): Engine {
  const engine: Pick<Engine, 'moves' | 'judge' | 'stop'> = {
    moves: async (position) => {
      const [solved, moves] = rules[position.join()]!;
      return { solved, moves: moves.map(([code, cost, after]) => ({ code, cost, after })) };
    },
    judge: async (position) => {
      const [status, distance, line] = found[position.join()]!;
      return isQuick(position.join())
        ? { status, distance, line, leftOut: [] }
        : { status: 'seconds', distance: null, line: [], leftOut: [] };
    },
    stop: () => undefined,
  };
  return engine as Engine;
}

/** Workers that know the positions of one game. */
export const workersOf =
  ({ rules, found }: Reviewed): Start =>
  () => {
    let heard: (event: { data: object }) => void = () => undefined;
    const answer = (call: [string, Numbers]): unknown[] => {
      if (call[0] === 'make') return [];
      if (call[0] === 'moves') return rules[call[1].join()]!;
      const [status, distance, line] = found[call[1].join()]!;
      return [status, distance ?? -1, line, 0, 0, 0, []];
    };
    const worker = {
      addEventListener: (name: string, hear: typeof heard) => void (name === 'message' && (heard = hear)),
      postMessage: (call: [string, Numbers]) =>
        queueMicrotask(() => heard({ data: { answer: answer(call) } })),
      terminate: () => (heard = () => undefined),
    };
    return worker as unknown as Worker;
  };
