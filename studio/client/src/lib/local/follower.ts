/** Where the moves of a game lead, move by move, according to the engine in the page. */

import type { Game, Position, Replay } from '$lib/api/types';
import type { Engine, Numbers } from '$lib/engine/engine';
import { numbersOf } from '$lib/families/numbers';
import type { AloneBoard } from './data';
import { after, known, told, type Known } from './step';

export interface Moment {
  position: Position;
  numbers: Numbers;
}

/** Moves, and the moments before and after each. */
export interface Line {
  made: Known[];
  moments: Moment[];
}

/** How a game is changed, as the server's addresses name it. */
export type Change = 'moves' | 'undo' | 'redo' | 'restart';

/** Where a game stands: the moves that led there, and those that were undone. */
export type Standing = Pick<
  Game,
  'status' | 'moves' | 'undone' | 'cursor' | 'length' | 'can_undo' | 'can_redo' | 'position'
>;

/** The moves of a game after a change. `names`: those to make, to take back or to make again. */
export function lineAfter(game: Standing, what: Change, names: readonly string[]) {
  const { moves, undone, cursor } = game;
  const line = what === 'moves' ? [...moves, ...names] : [...moves, ...undone];
  const count = names.length;
  const at = { moves: line.length, undo: cursor - count, redo: cursor + count, restart: 0 }[what];
  return { moves: line.slice(0, at), undone: line.slice(at), cursor: at };
}

export class Follower {
  /** The line that was followed last. */
  private line: Line;
  /** What is legal in the moment that was shown last. */
  private shownLast: { moment: Moment; legal: Known[] } | null = null;

  constructor(
    private readonly board: AloneBoard,
    private readonly engine: Engine,
  ) {
    this.line = { made: [], moments: [{ position: board.position, numbers: board.numbers }] };
  }

  /** Where the line that was followed last ends. */
  get now(): Moment {
    return this.line.moments.at(-1)!;
  }

  /** The moves of that line. */
  get made(): readonly Known[] {
    return this.line.made;
  }

  /** Where a game stands after a change, as `lineAfter` has its moves. */
  async changed(game: Standing, what: Change, names: readonly string[]): Promise<Standing> {
    const after = lineAfter(game, what, names);
    const { made } = await this.along(after.moves);
    const position = await this.shown(this.now);
    const won = position.solved && after.cursor > 0;
    return {
      ...after,
      status: won ? 'won' : 'playing',
      length: made.reduce((sum, { cost }) => sum + cost, 0),
      can_undo: after.cursor > 0 && !won,
      can_redo: after.undone.length > 0 && !won,
      position,
    };
  }

  /** The moves of a line from the start. Rejects if one is not legal. */
  async along(names: readonly string[]): Promise<Line> {
    const { made, moments } = this.line;
    let count = 0;
    while (count < made.length && made[count]!.move === names[count]) count++;
    const rest = await this.followed(names.slice(count), moments[count]!, ({ move }) => move);
    this.line = {
      made: [...made.slice(0, count), ...rest.made],
      moments: [...moments.slice(0, count), ...rest.moments],
    };
    return this.line;
  }

  /** The moves that have these codes, from a moment on. */
  coded(codes: readonly Numbers[], from: Moment): Promise<Line> {
    return this.followed(
      codes.map((code) => code.join()),
      from,
      ({ code }) => code,
    );
  }

  private async followed(
    names: readonly string[],
    from: Moment,
    nameOf: (move: Known) => string,
  ): Promise<Line> {
    const made: Known[] = [];
    const moments = [from];
    let now = from;
    for (const name of names) {
      const move = (await this.legal(now)).find((one) => nameOf(one) === name);
      if (!move) throw new Error(`${name} is not legal in ${now.numbers.join()}`);
      now = { position: after(this.board, now.position, move), numbers: move.after };
      made.push(move);
      moments.push(now);
    }
    return { made, moments };
  }

  async legal(moment: Moment): Promise<Known[]> {
    if (this.shownLast?.moment === moment) return this.shownLast.legal;
    const { moves } = await this.engine.moves(moment.numbers);
    return moves.map((move) => known(this.board, moment.position, move));
  }

  /** The same in the order in which the server lists moves. */
  async sorted(moment: Moment): Promise<Known[]> {
    const order = numbersOf(this.board.made.family).order ?? ((_, code) => code);
    const legal = await this.legal(moment);
    const keyed = legal.map((move) => ({ move, key: order(move, move.code.split(',').map(Number)) }));
    return keyed.sort((one, other) => compared(one.key, other.key)).map(({ move }) => move);
  }

  /** The position of a moment, with what is legal there. */
  async shown(moment: Moment): Promise<Position> {
    const { position, numbers } = moment;
    const { solved, moves } = await this.engine.moves(numbers);
    const legal = moves.map((move) => known(this.board, position, move));
    this.shownLast = { moment, legal };
    const { scene, made } = this.board;
    const asked = await numbersOf(made.family).asked?.(scene, (code) => this.engine.asked(numbers, code));
    return { ...told(this.board, position, solved, legal), ...asked };
  }

  /** The positions of moments, without what is legal there. */
  seen(moments: readonly Moment[]): Promise<Position[]> {
    return Promise.all(
      moments.map(async ({ position, numbers }) =>
        told(this.board, position, (await this.engine.moves(numbers)).solved, []),
      ),
    );
  }

  /** The moves of a line from that number on, with the positions between them. Rejects if one is not legal. */
  async replay(names: readonly string[], from = 0): Promise<Replay> {
    const { made, moments } = await this.along(names);
    const [start, ...after] = await this.seen(moments.slice(from));
    const steps = after.map((position, at) => ({ move: made[from + at]!, position }));
    return {
      start: start!,
      steps,
      length: steps.reduce((sum, { move }) => sum + move.cost, 0),
      solved: (after.at(-1) ?? start!).solved,
    };
  }
}

type Key = readonly (number | string)[];

function compared(one: Key, other: Key): number {
  for (const [at, part] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    if (part !== against) return part < against ? -1 : 1;
  }
  return one.length - other.length;
}
