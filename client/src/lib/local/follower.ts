/** Where the moves of a game lead, move by move, according to the engine in the page. */

import type { Position } from '$lib/api/types';
import type { Engine, Numbers } from '$lib/engine/engine';
import type { AloneBoard } from './data';
import { after, known, told, type Known } from './step';

export interface Moment {
  position: Position;
  numbers: Numbers;
}

export class Follower {
  private readonly made: Known[] = [];
  /** Before and after each of these moves. */
  private readonly moments: Moment[];

  constructor(
    private readonly board: AloneBoard,
    private readonly engine: Engine,
  ) {
    this.moments = [{ position: board.position, numbers: board.numbers }];
  }

  /** The moves of a line and the moments around them. Rejects if one is not legal. */
  async along(names: readonly string[]): Promise<{ made: Known[]; moments: Moment[] }> {
    let count = 0;
    while (count < this.made.length && this.made[count]!.move === names[count]) count++;
    this.made.length = count;
    this.moments.length = count + 1;
    for (const name of names.slice(count)) {
      const { position, numbers } = this.moments.at(-1)!;
      const move = (await this.legal(this.moments.at(-1)!)).find((one) => one.move === name);
      if (!move) throw new Error(`${name} is not legal in ${numbers.join()}`);
      this.moments.push({ position: after(this.board, position, move), numbers: move.after });
      this.made.push(move);
    }
    return { made: [...this.made], moments: [...this.moments] };
  }

  async legal({ position, numbers }: Moment): Promise<Known[]> {
    const { moves } = await this.engine.moves(numbers);
    return moves.map((move) => known(this.board, position, move));
  }

  /** The position of a moment, with what is legal there. */
  async shown({ position, numbers }: Moment): Promise<Position> {
    const { solved, moves } = await this.engine.moves(numbers);
    const legal = moves.map((move) => known(this.board, position, move));
    return told(this.board, position, solved, legal);
  }
}
