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

const PREFIX = 'clew.played.';
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
  }

  /** A new game of a board begins: takes the place of those that were not ended. Returns whether one had help. */
  begin(board: string): boolean {
    const known = this.all().filter((game) => game.board === board);
    for (const { sent } of known.filter(({ solved }) => !solved)) this.store.removeItem(PREFIX + sent);
    return known.some(({ helped }) => helped);
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
    let { id, cursor } = await this.post<{ id: string; cursor: number }>('/games', begin);
    while (cursor < moves.length) {
      const part = { moves: moves.slice(cursor, cursor + MOST_MOVES), cursor };
      ({ id, cursor } = await this.post<{ id: string; cursor: number }>(`/games/${id}/moves`, part));
    }
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
