/**
 * Games that were played without the server, wholly or from a move on, kept until it has them. The server
 * replays their moves, as it does for any game.
 *
 * It recognises a game that began here by its name, and one that began there by its id and the moves that it
 * should have. So whatever may not have arrived is sent again.
 */

import type { SentGame } from '$lib/api/types';
import { get, mayPass, post, Problem } from '$lib/api/client';
import { outbox } from './outbox';

/** A game that began with the server. */
export interface Begun {
  id: string;
  /** Its moves when the server was last heard of. */
  moves: string[];
}

export interface PlayedGame {
  /** Its own name. */
  sent: string;
  /** Missing if the game began without the server. */
  on?: Begun | undefined;
  board: string;
  /** The id of the player, or null for somebody whom the server did not know yet. */
  player: string | null;
  moves: string[];
  helped: boolean;
  spent_ms: number;
  solved: boolean;
  /** It ended with its solution. */
  given_up?: boolean;
  /** The player looked back on it after its end: help for other games on the board. */
  reviewed?: boolean;
}

/** A game whose moves the server could not add to the one that they belong to: it has them as a new game. */
export interface Apart {
  board: string;
  /** The id of the new game. */
  id: string;
  solved: boolean;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What is asked of the server. */
export interface Server {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  /**
   * Reports the help that the page gave in a game, and reviews of any; rejects if the server does not have it
   * afterwards.
   */
  deliver(game: string): Promise<void>;
  /** Reports that the player looked back on a game. */
  review(game: string, t_client_ms: number): void;
}

/** What is done in a game; `help`: a hint, a distance or a solution was shown; `surrender`: it ends with that. */
export type Done = 'move' | 'undo' | 'redo' | 'restart' | 'help' | 'solved' | 'surrender';

const PREFIX = 'clew.played.';
/** The server refuses longer ones. */
const LONGEST_MS = 30 * 24 * 3600 * 1000;
/** A longer pause counts as this much, as it does for the server. */
const PAUSE_MS = 120_000;
/** The most moves in one request. */
const MOST_MOVES = 200;

export class PlayedGames {
  /** What the server has of those that were sent from here, by their names. */
  private readonly arrived = new Map<string, Begun>();

  constructor(
    private readonly store: Store,
    private readonly server: Server,
  ) {}

  /** Keeps the game as it is now. One without moves matters only if it had help, or if it began earlier. */
  put(game: PlayedGame): void {
    const on = game.on && { ...game.on, moves: this.arrived.get(game.sent)?.moves ?? game.on.moves };
    if (game.moves.length || game.helped || game.given_up || on)
      this.store.setItem(PREFIX + game.sent, JSON.stringify({ ...game, on }));
    else this.store.removeItem(PREFIX + game.sent);
    // A player who had help has it in this game too, so that nothing else needs to remember it.
    if (!game.helped) return;
    for (const { sent, board, moves, on } of this.all())
      if (board === game.board && sent !== game.sent && !moves.length && !on)
        this.store.removeItem(PREFIX + sent);
  }

  /** A game that is kept; null once the server has it. */
  find(sent: string): PlayedGame | null {
    return this.store.getItem(PREFIX + sent) === null ? null : (this.read(PREFIX + sent)[0] ?? null);
  }

  /** A player's game of a board that goes on: one that began with the server first. */
  unfinished(board: string, player: string | null): PlayedGame | null {
    const going = this.of(player).filter((game) => game.board === board && !isOver(game));
    return going.find(({ on }) => on) ?? going[0] ?? null;
  }

  /** Whether games of a board wait for the server. */
  wait(board: string, player: string | null): boolean {
    return this.of(player).some((game) => game.board === board);
  }

  /** Whether a game of a board had help, in any tab, or was looked back on. */
  hadHelp(board: string): boolean {
    const isHelp = ({ helped, given_up, reviewed }: PlayedGame) => helped || given_up || reviewed;
    return this.all().some((game) => game.board === board && isHelp(game));
  }

  /** Reports that the player looked back on a game that has ended: with the game, or after it. */
  review(game: Pick<PlayedGame, 'sent' | 'on' | 'spent_ms'>): void {
    const kept = this.find(game.sent);
    const id = this.idOf(game.sent) ?? game.on?.id;
    if (kept) this.put({ ...kept, reviewed: true });
    else if (id) this.server.review(id, game.spent_ms);
  }

  /** What a guest played is the account's from now on. */
  handOver(guest: string, account: string): void {
    for (const game of this.all()) if (game.player === guest) this.put({ ...game, player: account });
  }

  all(): PlayedGame[] {
    const keys = Array.from({ length: this.store.length }, (_, number) => this.store.key(number)!);
    return keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => this.read(key));
  }

  /** Those that this player may send. Games of other people on this device wait until they sign in. */
  private of(player: string | null): PlayedGame[] {
    return this.all().filter((game) => game.player === null || game.player === player);
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
   * Sends what this player has ended, and with `also` the other games that it chooses. Returns those that
   * became games of their own, because the server's had gone on differently, had ended or was deleted.
   */
  async send(player: string | null, also: (game: PlayedGame) => boolean = () => false): Promise<Apart[]> {
    const apart: Apart[] = [];
    for (const game of this.of(player).filter((game) => isOver(game) || also(game))) {
      try {
        const { sent, board, moves, solved } = game;
        const { id } = await this.delivered(game);
        this.arrived.set(sent, { id, moves });
        if (game.on && id !== game.on.id) apart.push({ board, id, solved });
        if (this.find(sent)?.reviewed) this.server.review(id, game.spent_ms);
      } catch (error) {
        if (mayPass(error)) continue; // the others need not wait for it
      }
      this.forget(game);
    }
    return apart;
  }

  /** The id of a game that was sent from here. */
  idOf(sent: string): string | null {
    return this.arrived.get(sent)?.id ?? null;
  }

  /** What has arrived is no longer kept, unless the game went on meanwhile. */
  private forget({ sent, moves }: PlayedGame): void {
    const now = this.find(sent);
    if (now && !isSame(now.moves, moves)) this.put(now);
    else this.store.removeItem(PREFIX + sent);
  }

  private async delivered(game: PlayedGame): Promise<SentGame> {
    const { on, moves } = game;
    await this.server.deliver(on?.id ?? '');
    if (!on) return this.sendOne(game);
    try {
      return await this.sendOne(game, await this.continued(on, moves));
    } catch (error) {
      const isNew = moves.some((move, number) => move !== on.moves[number]);
      if (mayPass(error) || !isNew) throw error;
    }
    return this.sendOne({ ...game, on: undefined });
  }

  /** The server's game, if only these moves were made or undone in it since. */
  private async continued({ id, moves: before }: Begun, moves: string[]): Promise<SentGame> {
    const there = await this.server.get<SentGame>(`/games/${id}`);
    const isOurs = [before, moves].some((line) => isSame(line.slice(0, there.moves.length), there.moves));
    const isOver = there.status !== 'playing' && !isSame(there.moves, moves);
    if (isOurs && !isOver) return there;
    throw new Problem({ code: 'conflict', status: 409, title: '', detail: '' });
  }

  private async sendOne(game: PlayedGame, known?: SentGame): Promise<SentGame> {
    const { sent, board, moves, helped, spent_ms } = game;
    const begin = { board, sent, helped, spent_ms, resume: false, moves: moves.slice(0, MOST_MOVES) };
    let there = known ?? (await this.server.post<SentGame>('/games', begin));
    // Continued from an earlier position than the one that the server has.
    if (there.moves.some((move, number) => move !== moves[number])) {
      there = await this.server.post<SentGame>(`/games/${there.id}/restart`, { cursor: there.cursor });
    }
    while (there.cursor < moves.length) {
      const { cursor } = there;
      const part = { moves: moves.slice(cursor, cursor + MOST_MOVES), cursor, elapsed_ms: spent_ms };
      there = await this.server.post<SentGame>(`/games/${there.id}/moves`, part);
    }
    if (game.given_up) await this.server.post(`/games/${there.id}/surrender`, {});
    return there;
  }
}

const isOver = ({ solved, given_up }: PlayedGame): boolean => solved || Boolean(given_up);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((move, number) => move === other[number]);

/** How a game stands when a page begins to keep it. */
export type Going = Pick<PlayedGame, 'sent' | 'on' | 'moves' | 'helped' | 'spent_ms' | 'given_up'>;

/** Keeps the games that one page plays on a board, each from its first move or help to its win. */
export class Keeping {
  private going: Going;
  private last: number | null = null;
  private isOver = false;

  /** `going`: the game that goes on; by default the one of this board that was not ended. */
  constructor(
    private readonly games: PlayedGames | null,
    private readonly board: string,
    private readonly player: () => string | null,
    going: Going | null = games?.unfinished(board, player()) ?? null,
    private readonly now: () => number = () => performance.now(),
    private readonly named: () => string = () => crypto.randomUUID(),
  ) {
    this.going = going ?? { sent: named(), moves: [], helped: false, spent_ms: 0 };
    this.going.helped ||= games?.hadHelp(board) ?? false;
  }

  /** The moves that lead to where the game stands. */
  get moves(): readonly string[] {
    return this.going.moves;
  }

  /** How many moves the server does not have. */
  get waiting(): number {
    const has = this.going.on?.moves ?? [];
    const { moves } = this.going;
    const first = moves.findIndex((move, number) => move !== has[number]);
    return first < 0 ? 0 : moves.length - first;
  }

  get sent(): string {
    return this.going.sent;
  }

  /** Records what was done, and the moves so far. Returns whether the page's last win is kept. */
  note(done: Done, moves: string[], solved: boolean): boolean {
    const isNews = done === 'move' || (done === 'help' && !this.going.helped);
    // After the end, help counts in the next game only.
    if (isNews && done === 'help' && !this.isOver) this.report();
    this.going.helped ||= done === 'help';
    if (this.isOver) {
      // A win stays as it is, whatever the player views afterwards; continuing from there is another game.
      if (done === 'restart') this.last = null;
      if (!isNews) return true;
      this.begin();
      this.isOver = false;
    }
    if (done === 'surrender') this.going.given_up = true;
    this.isOver = (this.keep(moves, solved) && solved) || done === 'surrender';
    return this.isOver;
  }

  /** The player looked back on the game that has ended: in a game that has begun since, that is help. */
  review(): void {
    if (this.isOver) this.games?.review(this.going);
    else this.note('help', this.going.moves, false);
  }

  private begin(): void {
    const { helped, spent_ms } = this.going;
    this.going = { sent: this.named(), moves: [], helped, spent_ms: this.last === null ? 0 : spent_ms };
  }

  /** Help in a game of the server is reported to it before any further move. */
  private report(): void {
    const { on, spent_ms } = this.going;
    if (on) outbox().put(on.id, { event: 'hint', to: '3', t_client_ms: spent_ms });
  }

  private keep(moves: string[], solved: boolean): boolean {
    const { games, board, going } = this;
    const now = this.now();
    going.helped ||= games?.hadHelp(board) ?? false;
    going.spent_ms += Math.min(PAUSE_MS, Math.round(now - (this.last ?? now)));
    going.spent_ms = Math.min(LONGEST_MS, going.spent_ms);
    this.last = now;
    // Another tab plays the same game: from here on, this one is a game of its own.
    const kept = games?.find(going.sent);
    if (kept && !isSame(kept.moves, going.moves)) going.sent = this.named();
    going.moves = moves;
    try {
      games?.put({ ...going, board, player: this.player(), solved });
    } catch {
      return false; // the store is full
    }
    return games !== null;
  }
}

let shared: PlayedGames | null = null;

/** The games of this browser; null where it keeps nothing. */
export function playedGames(): PlayedGames | null {
  try {
    const deliver = (game: string): Promise<void> => outbox().deliver(game);
    const review = (game: string, t_client_ms: number): void => outbox().review(game, t_client_ms);
    shared ??= new PlayedGames(localStorage, { get, post, deliver, review });
  } catch {
    return null;
  }
  return shared;
}
