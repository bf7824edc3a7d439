/**
 * Games that were played without the server, kept until it has them. It replays their moves, as of any game, and
 * knows each again by its name, so that one that may have arrived is sent again.
 */

import { mayPass, post } from '$lib/api/client';
import type { LeftGame } from './left';

export interface PlayedGame {
  /** Its own name. */
  sent: string;
  board: string;
  /** The id of who played it, or null for somebody whom the server did not know yet. */
  player: string | null;
  moves: string[];
  helped: boolean;
  spent_ms: number;
  solved: boolean;
  /** The game of the server that it goes on with. */
  left?: LeftGame | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type Post = <T>(path: string, body: unknown) => Promise<T>;

const PREFIX = 'clew.played.';
/** So many moves in one request. */
const MOST_MOVES = 200;

export class PlayedGames {
  constructor(
    private readonly store: Store,
    private readonly post: Post,
  ) {}

  /** Keeps the game as it is now. One without moves matters only if it had help, or had moves on the server. */
  put(game: PlayedGame): void {
    if (game.moves.length || game.helped || game.left)
      this.store.setItem(PREFIX + game.sent, JSON.stringify(game));
    else this.store.removeItem(PREFIX + game.sent);
  }

  /** The player's game of a board that was not ended. */
  going(board: string, player: string | null): PlayedGame | null {
    const isGoing = (game: PlayedGame): boolean => game.board === board && !game.solved;
    return this.all().find((game) => isGoing(game) && isOf(game, player)) ?? null;
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
   * Sends what this player has solved, and with `all` what was begun too. Games of somebody else on this device wait
   * for them.
   */
  async send(player: string | null, all = false): Promise<void> {
    const mine = this.all().filter((game) => isOf(game, player));
    for (const game of mine.filter(({ solved }) => solved || all)) {
      try {
        await this.sendOne(game);
      } catch (error) {
        if (mayPass(error)) return;
      }
      this.store.removeItem(PREFIX + game.sent);
    }
  }

  private async sendOne(game: PlayedGame): Promise<void> {
    const { left } = game;
    if (left) {
      try {
        return await this.goOn(game, left);
      } catch (error) {
        if (mayPass(error)) throw error;
        // It is over, or has gone on elsewhere: what was played here becomes a game of its own.
        game.helped ||= left.helped;
        game.spent_ms += left.elapsed_ms;
      }
    }
    await this.deliver(game, 0, {});
  }

  private goOn(game: PlayedGame, { game: key, moves }: LeftGame): Promise<void> {
    const parts = moves.findIndex((move, at) => move !== game.moves[at]);
    const kept = parts < 0 ? moves.length : parts;
    return this.deliver(game, kept, { left: { game: key, moves, kept } });
  }

  /** Sends the moves after the first so many. */
  private async deliver(game: PlayedGame, kept: number, more: object): Promise<void> {
    const { sent, board, moves, helped, spent_ms } = game;
    const first = moves.slice(kept, kept + MOST_MOVES);
    const begin = { board, sent, helped, spent_ms, resume: false, moves: first, ...more };
    let { id, cursor } = await this.post<{ id: string; cursor: number }>('/games', begin);
    while (cursor < moves.length) {
      const part = { moves: moves.slice(cursor, cursor + MOST_MOVES), cursor };
      ({ id, cursor } = await this.post<{ id: string; cursor: number }>(`/games/${id}/moves`, part));
    }
  }
}

const isOf = (game: PlayedGame, player: string | null): boolean =>
  game.player === null || game.player === player;

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
