/** What was played in a file, kept by the browser: the moves on each board, which are solved, which is open. */

import type { AloneBoard } from '$lib/local/data';
import type { Events } from './events';
import type { Outside } from './outside';

interface Played {
  moves: readonly string[];
  won: boolean;
}

/** Names boards by what they are, so that a file that was made again finds them. */
const nameOf = (board: AloneBoard): string => `${board.title}\n${board.position.state}`;

export class Memory {
  private readonly names: readonly string[];
  private played = $state.raw<Record<string, Played>>({});
  private open = $state(0);

  /** `key`: where the browser keeps it; null for a part of somebody else's page, which keeps its own. */
  constructor(
    boards: readonly AloneBoard[],
    private readonly key: string | null,
  ) {
    this.names = boards.map(nameOf);
    const kept = this.read();
    this.played = kept?.played ?? {};
    this.open = Math.max(0, this.names.indexOf(kept?.open ?? ''));
  }

  /** The index of the board that is open. */
  get number(): number {
    return this.open;
  }

  set number(next: number) {
    this.open = next;
    this.keep();
  }

  won(number: number): boolean {
    return this.of(number).won;
  }

  begun(number: number): boolean {
    return this.of(number).moves.length > 0;
  }

  win(number: number): void {
    if (!this.won(number)) this.change(number, { won: true });
  }

  /** Lets a game begin where it was left, and hears how it goes on. */
  outside(number: number): Outside {
    return {
      going: this.of(number).moves,
      shown: () => undefined,
      tell: (name, detail) => {
        if (name === 'change') this.change(number, { moves: (detail as Events['change']).moves });
        else if (name === 'error') this.change(number, { moves: [] });
      },
    };
  }

  private of(number: number): Played {
    return this.played[this.names[number]!] ?? { moves: [], won: false };
  }

  private change(number: number, next: Partial<Played>): void {
    this.played = { ...this.played, [this.names[number]!]: { ...this.of(number), ...next } };
    this.keep();
  }

  private read(): { open: string; played: Record<string, Played> } | null {
    try {
      const text = this.key === null ? null : localStorage.getItem(this.key);
      return text === null ? null : JSON.parse(text);
    } catch {
      return null; // the browser keeps nothing for this page
    }
  }

  private keep(): void {
    if (this.key === null) return;
    const kept = { open: this.names[this.open], played: this.played };
    try {
      localStorage.setItem(this.key, JSON.stringify(kept));
    } catch {
      // The game goes on without.
    }
  }
}
