/** Games that were begun with the server and are not over: where they are, so that they can go on without it. */

export interface LeftGame {
  game: string;
  board: string;
  /** The id of who plays it, or null if the page did not know yet. */
  player: string | null;
  moves: string[];
  helped: boolean;
  elapsed_ms: number;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'clew.left';
/** The newest so many. */
const MOST = 20;

export class LeftGames {
  constructor(private readonly store: Store) {}

  /** Keeps where a game is now. */
  put(left: LeftGame): void {
    this.write([...this.all().filter(({ board }) => board !== left.board), left].slice(-MOST));
  }

  /** The game of a board is over, or goes on by itself. */
  forget(board: string): void {
    const all = this.all();
    const rest = all.filter((left) => left.board !== board);
    if (rest.length < all.length) this.write(rest);
  }

  /** The player's game of a board. */
  of(board: string, player: string | null): LeftGame | null {
    const isMine = (left: LeftGame): boolean => left.player === null || left.player === player;
    return this.all().find((left) => left.board === board && isMine(left)) ?? null;
  }

  private all(): LeftGame[] {
    try {
      return JSON.parse(this.store.getItem(KEY) ?? '[]') as LeftGame[];
    } catch {
      return [];
    }
  }

  private write(all: LeftGame[]): void {
    try {
      this.store.setItem(KEY, JSON.stringify(all));
    } catch {
      // The store is full: such games go on with the server only.
    }
  }
}

/** The games of this browser; null where it keeps nothing. */
export function leftGames(): LeftGames | null {
  try {
    return new LeftGames(localStorage);
  } catch {
    return null;
  }
}
