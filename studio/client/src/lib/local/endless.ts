/**
 * Boards without end, made in the page: the pieces and walls of a graded board, in another position that is as far from
 * the goal as wanted.
 */

import type { PageBoard } from '$lib/api/types';
import { afar } from '$lib/engine/afar';
import { Engine, type Numbers } from '$lib/engine/engine';
import { Follower, type Moment } from './follower';

/** A board of the endless ones; its par is proved. */
export type EndlessBoard = PageBoard & { par: number };

/** The fewest and the most moves of the boards of a level. */
export type Band = readonly [least: number, most: number];

export const LEVELS = 8;

/** Of each search, in seconds and megabytes. */
const LIMITS = [1, 256];
/** How many boards are looked at for one that is made. */
const TRIES = 30;
/** How many moves at random lead off the way to the goal. */
const WALK = 6;

/** The bands of moves of all levels, by the pars of boards from easy to hard. */
export function bandsOf(boards: readonly { par: number | null }[]): Band[] {
  const pars = boards.map(({ par }) => par ?? 1).sort((one, other) => one - other);
  const at = (part: number): number => pars[Math.min(pars.length - 1, Math.floor(part * pars.length))] ?? 1;
  return Array.from({ length: LEVELS }, (_, level) => {
    const least = Math.max(2, at(level / LEVELS));
    return [least, Math.max(least + 1, at((level + 1) / LEVELS))];
  });
}

export class Endless {
  readonly bands: readonly Band[];
  private readonly seen = new Set<string>();
  private readonly used = new Map<PageBoard, number>();
  /** Boards that are made already, or about to be, by their level. */
  private readonly ready = new Map<number, Promise<EndlessBoard | null>>();
  /** One board after the other: each may take the whole processor. */
  private last: Promise<unknown> = Promise.resolve();
  private engine: Engine | null = null;

  constructor(
    private readonly patterns: readonly PageBoard[],
    private readonly random: () => number = Math.random,
    private readonly engineFor = (board: PageBoard): Engine =>
      new Engine(afar(board.worker, board.engine), board.made),
  ) {
    this.bands = bandsOf(patterns);
  }

  /** The next board of a level, made beforehand if there was time; null if none was found. */
  async next(level: number): Promise<EndlessBoard | null> {
    const board = await this.prepared(level);
    this.ready.delete(level);
    for (const near of [level, level + 1, level - 1])
      if (near >= 0 && near < LEVELS) void this.prepared(near).catch(() => this.ready.delete(near));
    return board;
  }

  end(): void {
    this.engine?.stop();
  }

  private prepared(level: number): Promise<EndlessBoard | null> {
    const known = this.ready.get(level);
    if (known) return known;
    const made = this.last.then(() => this.made(this.bands[level]!));
    this.last = made.catch(() => undefined);
    this.ready.set(level, made);
    return made;
  }

  private async made(band: Band): Promise<EndlessBoard | null> {
    for (let tried = 0; tried < TRIES; tried++) {
      const pattern = this.chosen(band);
      this.engine = this.engineFor(pattern);
      try {
        const found = await this.varied(pattern, this.engine, band);
        if (found) return found;
      } finally {
        this.engine.stop();
      }
    }
    return null;
  }

  /** A board that is far enough from its goal; of those that were taken least often, one at random. */
  private chosen([least, most]: Band): PageBoard {
    const far = this.patterns.filter(({ par }) => (par ?? 0) >= least);
    const near = far.filter(({ par }) => (par ?? 0) <= 2 * most);
    const fitting = near.length ? near : far;
    const times = (board: PageBoard): number => this.used.get(board) ?? 0;
    const fewest = Math.min(...fitting.map(times));
    const pattern = this.any(fitting.filter((board) => times(board) === fewest));
    this.used.set(pattern, fewest + 1);
    return pattern;
  }

  /** Goes along a solution until the goal is near enough, then a few moves at random, and on if that led away. */
  private async varied(pattern: PageBoard, engine: Engine, band: Band): Promise<EndlessBoard | null> {
    const follower = new Follower(pattern, engine);
    let moment: Moment = { position: pattern.position, numbers: pattern.numbers };
    for (let moves = Math.floor(this.random() * (WALK + 1)); moves > 0; moves--) {
      const legal = await follower.legal(moment);
      if (!legal.length) return null;
      moment = (await follower.coded([this.any(legal).code.split(',').map(Number)], moment)).moments[1]!;
    }
    const { status, distance, line } = await engine.judge(moment.numbers, LIMITS);
    const [least, most] = band;
    if (status !== 'solved' || distance === null || distance < least) return null;
    const par = Math.min(distance, least + Math.floor(this.random() * (most - least + 1)));
    if (line.length === distance)
      moment = (await follower.coded(line.slice(0, distance - par), moment)).moments.at(-1)!;
    else if (distance > most) return null;
    return this.fresh(pattern, moment.numbers)
      ? {
          ...pattern,
          par: line.length === distance ? par : distance,
          position: await follower.shown(moment),
          numbers: moment.numbers,
        }
      : null;
  }

  /** Whether the player has not had this board; notes that it is taken. */
  private fresh(pattern: PageBoard, numbers: Numbers): boolean {
    const key = `${this.patterns.indexOf(pattern)} ${numbers.join()}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  private any<Thing>(things: readonly Thing[]): Thing {
    return things[Math.floor(this.random() * things.length)]!;
  }
}
