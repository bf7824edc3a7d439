/**
 * A game that goes on while the server cannot be reached. The engine in the page makes its moves, and the
 * server gets them when it can be reached again: it judges them like any others.
 */

import { begun } from '$lib/api/begun';
import { get, mayPass, post, Problem } from '$lib/api/client';
import { withBoard } from '$lib/api/games';
import type { Ending, Game, Replay, SentGame } from '$lib/api/types';
import type { Engine } from '$lib/engine/engine';
import type { Change, Follower } from '$lib/local/follower';
import { Keeping, playedGames, type Begun } from '$lib/state/played';
import { lastPlayer, me, sendPlayed } from '$lib/state/session.svelte';

/** Without an answer, the server is asked again after this long, then after twice as long, and so on. */
const FIRST_MS = 4000;
const LONGEST_MS = 60_000;

/** Whether the server, or the way to it, is down. */
export function isDown(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  const { status } = error.body;
  return status === 0 || status === 502 || status === 504;
}

/** Before a board is opened: what was played on it without the server is sent. Rejects if that fails. */
export async function sendWaiting(board: string): Promise<void> {
  const isWaiting = (): boolean => Boolean(playedGames()?.wait(board, me.player?.id ?? null));
  if (!isWaiting()) return;
  await sendPlayed((game) => game.board === board);
  if (isWaiting()) throw new Problem({ code: 'offline', status: 0, title: '', detail: '' });
  begun(`/boards/${board}/play`); // which came with the page, and is out of date
}

export class Away {
  private pause = FIRST_MS;
  private notBefore = performance.now() + FIRST_MS;
  private isWanted = false;

  private constructor(
    private readonly board: string,
    private readonly on: Begun | undefined,
    private readonly engine: Engine,
    private readonly follower: Follower,
    private readonly keeping: Keeping,
  ) {}

  /**
   * Gets the engine ready. Rejects if the page has none for the board. `name`: of a game that the server may
   * not have begun yet; `now`: the game's time.
   */
  static async open(game: Game, name: string, now: number): Promise<Away> {
    const games = playedGames();
    if (!games || !game.board.id || game.board.status !== 'published') throw new Error('not kept here');
    const [{ boardInPage, engineFor }, { Follower }] = await Promise.all([
      import('$lib/local/thinker'),
      import('$lib/local/follower'),
    ]);
    const board = await boardInPage(game.board.id);
    const engine = await engineFor(board);
    const moves = game.moves.slice(0, game.cursor);
    const on = game.id ? { id: game.id, moves } : undefined;
    const going = { sent: name, on, moves, helped: game.hints > 0, spent_ms: now };
    const keeping = new Keeping(games, game.board.id, lastPlayer, going);
    return new Away(board.id, on, engine, new Follower(board, engine), keeping);
  }

  /** How many moves wait for the server. */
  get waiting(): number {
    return this.keeping.waiting;
  }

  /**
   * The game after a change, as the server would send it. `moves`: those to make, to take back or to make again;
   * `now`: the game's time.
   */
  async changed(game: Game, what: Change, moves: readonly string[], now: number): Promise<Game> {
    const next = await this.follower.changed(game, what, moves);
    const won = next.status === 'won';
    this.keeping.note(what === 'moves' ? 'move' : what, next.moves, won);
    const score = { length: next.length, par: game.board.par, time_ms: now, ranked: false, points: 0 };
    return { ...game, ...next, elapsed_ms: now, score: won ? score : null, lost: false };
  }

  /** The page gave help in the game: the server learns of it before the next move. */
  help(game: Game): void {
    this.keeping.note('help', game.moves, false);
  }

  /** The game given up: what follows is its solution. */
  surrendered(game: Game, now: number): Game {
    this.keeping.note('surrender', game.moves, false);
    return { ...game, status: 'surrendered', can_undo: false, can_redo: false, elapsed_ms: now };
  }

  /** A shortest solution from where the game stands. */
  async solution(game: Game): Promise<Ending> {
    const here = (await this.follower.along(game.moves)).moments.at(-1)!;
    const { status, line } = await this.engine.judge(here.numbers);
    if (status !== 'solved') return { status: status === 'unsolvable' ? status : 'limit', moves: null };
    const { made } = await this.follower.coded(line, here);
    return { status, moves: made.map(({ move }) => move) };
  }

  /** The player looked back on the game. */
  review(): void {
    this.keeping.review();
  }

  /** The moves of a line from that number on, with the positions between them. */
  replay(moves: readonly string[], from: number): Promise<Replay> {
    return this.follower.replay(moves, from);
  }

  /** The line may be back: the next call of `back` tries at once. */
  soon(): void {
    this.isWanted = true;
  }

  /**
   * The game as the server has it, once it has everything; null if it cannot be reached, or was tried a
   * moment ago. Rejects if the server has no such game any more.
   */
  async back(): Promise<Game | null> {
    if (!this.isWanted && performance.now() < this.notBefore) return null;
    this.isWanted = false;
    try {
      const game = await this.arrived();
      if (game) return game;
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    this.notBefore = performance.now() + this.pause;
    this.pause = Math.min(LONGEST_MS, 2 * this.pause);
    return null;
  }

  private async arrived(): Promise<Game | null> {
    const { sent } = this.keeping;
    await sendPlayed((game) => game.sent === sent);
    const games = playedGames();
    if (games?.find(sent)) return null;
    const id = games?.idOf(sent) ?? this.on?.id;
    const game = id
      ? await get<SentGame>(`/games/${id}`)
      : await post<SentGame>('/games', { board: this.board, sent, resume: false });
    // It may have gone on while the answer was on its way.
    return games?.find(sent) ? null : withBoard(game);
  }

  end(): void {
    this.engine.stop();
  }
}
