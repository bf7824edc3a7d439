/**
 * Games that were played without the server, kept until it has them. The server replays their moves, as it
 * does for any game, and recognises each game by its name, so a game that may have arrived is sent again.
 */

import { mayPass, post } from '$lib/api/client';

export interface PlayedGame {
  /** Its own name. */
  sent: string;
  board: string;
  /** The id of the player, or null for somebody whom the server did not know yet. */
  player: string | null;
  moves: string[];
  helped: boolean;
  spent_ms: number;
  solved: boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type Post = <T>(path: string, body: unknown) => Promise<T>;

/** What is done in a game; `help`: a hint, a distance or a solution was shown. */
export type Done = 'move' | 'undo' | 'redo' | 'restart' | 'help' | 'solved';

const PREFIX = 'clew.played.';
/** The server refuses longer ones. */
const LONGEST_MS = 30 * 24 * 3600 * 1000;
/** The most moves in one request. */
const MOST_MOVES = 200;

export class PlayedGames {
  constructor(
    private readonly store: Store,
    private readonly post: Post,
  ) {}

  /** Keeps the game as it is now. One without moves matters only if it had help. */
  put(game: PlayedGame): void {
    if (game.moves.length || game.helped) this.store.setItem(PREFIX + game.sent, JSON.stringify(game));
    else this.store.removeItem(PREFIX + game.sent);
    // A player who had help has it in this game too, so that nothing else needs to remember it.
    if (game.helped) this.drop(game.board, ({ sent, solved }) => sent !== game.sent && !solved);
  }

  /**
   * A new game of a board begins, and replaces those that were not ended. Returns whether one had help; that
   * one stays until another one with help is kept.
   */
  begin(board: string): boolean {
    this.drop(board, ({ solved, helped }) => !solved && !helped);
    return this.hadHelp(board);
  }

  /** Whether a game of a board had help, in any tab. */
  hadHelp(board: string): boolean {
    return this.all().some((game) => game.board === board && game.helped);
  }

  private drop(board: string, which: (game: PlayedGame) => boolean): void {
    for (const game of this.all()) {
      if (game.board === board && which(game)) this.store.removeItem(PREFIX + game.sent);
    }
  }

  /** What a guest played is the account's from now on. */
  handOver(guest: string, account: string): void {
    for (const game of this.all()) if (game.player === guest) this.put({ ...game, player: account });
  }

  all(): PlayedGame[] {
    const keys = Array.from({ length: this.store.length }, (_, number) => this.store.key(number)!);
    return keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => this.read(key));
  }

  private read(key: string): PlayedGame[] {
    try {
      return [JSON.parse(this.store.getItem(key) ?? '') as PlayedGame];
    } catch {
      this.store.removeItem(key);
      return [];
    }
  }

  /**
   * Sends what this player has solved, and with `all` also what was begun. Games of other people on this
   * device wait until they sign in.
   */
  async send(player: string | null, all = false): Promise<void> {
    const mine = this.all().filter((game) => game.player === null || game.player === player);
    for (const game of mine.filter(({ solved }) => solved || all)) {
      try {
        await this.sendOne(game);
      } catch (error) {
        if (mayPass(error)) return;
      }
      this.store.removeItem(PREFIX + game.sent);
    }
  }

  private async sendOne({ sent, board, moves, helped, spent_ms }: PlayedGame): Promise<void> {
    const begin = { board, sent, helped, spent_ms, resume: false, moves: moves.slice(0, MOST_MOVES) };
    let there = await this.post<There>('/games', begin);
    // Sent before and then continued from an earlier position.
    if (there.moves.some((move, number) => move !== moves[number])) {
      there = await this.post<There>(`/games/${there.id}/restart`, { cursor: there.cursor });
    }
    while (there.cursor < moves.length) {
      const { cursor } = there;
      const part = { moves: moves.slice(cursor, cursor + MOST_MOVES), cursor };
      there = await this.post<There>(`/games/${there.id}/moves`, part);
    }
  }
}

/** A game as the server has it. */
interface There {
  id: string;
  moves: string[];
  cursor: number;
}

/** Keeps the games that one page plays on a board, each from its first move or help to its win. */
export class Keeping {
  private sent: string;
  private began: number | null = null;
  private isOver = false;
  private helped: boolean;

  constructor(
    private readonly games: PlayedGames | null,
    private readonly board: string,
    private readonly player: () => string | null,
    private readonly now: () => number = () => performance.now(),
    private readonly named: () => string = () => crypto.randomUUID(),
  ) {
    this.sent = named();
    this.helped = games?.begin(board) ?? false;
  }

  /** Records what was done, and the moves so far. Returns whether the page's last win is kept. */
  note(done: Done, moves: string[], solved: boolean): boolean {
    const isNews = done === 'move' || (done === 'help' && !this.helped);
    this.helped ||= done === 'help';
    if (this.isOver) {
      // A win stays as it is, whatever the player views afterwards; continuing from there is another game.
      if (done === 'restart') this.began = null;
      if (!isNews) return true;
      this.sent = this.named();
      this.isOver = false;
    }
    this.began ??= this.now();
    this.isOver = this.keep(moves, solved) && solved;
    return this.isOver;
  }

  private keep(moves: string[], solved: boolean): boolean {
    this.helped ||= this.games?.hadHelp(this.board) ?? false;
    const { sent, board, helped } = this;
    const spent_ms = Math.min(LONGEST_MS, Math.round(this.now() - this.began!));
    try {
      this.games?.put({ sent, board, player: this.player(), moves, helped, spent_ms, solved });
    } catch {
      return false; // the store is full
    }
    return this.games !== null;
  }
}

let shared: PlayedGames | null = null;

/** The games of this browser; null where it keeps nothing. */
export function playedGames(): PlayedGames | null {
  try {
    shared ??= new PlayedGames(localStorage, post);
  } catch {
    return null;
  }
  return shared;
}
