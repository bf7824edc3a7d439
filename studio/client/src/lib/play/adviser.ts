/**
 * Hints and distances during a game, found in the page. The server learns of every one before the next move:
 * it judges the game, and a win with help is not ranked.
 */

import type { Game, Hint, Meter, Summary } from '$lib/api/types';
import type { LogEvent } from '$lib/state/outbox';

type Parts = typeof import('$lib/local/thinker') & typeof import('$lib/local/hinted');
type Thinker = import('$lib/local/thinker').Thinker;

/** Marks in the page's timeline that the engine is ready. */
const READY = 'clew:engine';
/** For this long, one distance in a game stands for those that follow. The server counts help for a day. */
const TOLD_MS = 300_000;

export class Adviser {
  private board = '';
  private thinker: Thinker | null = null;
  private parts: Parts | null = null;
  /** Ends when the engine is ready, or cannot be had. */
  private opening: Promise<void> = Promise.resolve();
  private told = { game: '', at: -Infinity };

  /** `report`: takes each help, as an event of the game. `ready`: called once the page has its engine. */
  constructor(
    private readonly report: (event: LogEvent) => void,
    private readonly ready: () => void,
  ) {}

  /** Gets the engine for a board that anybody may see. Until it is ready, the server answers. */
  prepare(board: Summary): void {
    if (!board.id || board.status !== 'published' || this.board === board.id) return;
    this.end();
    this.board = board.id;
    this.opening = this.open(board.id).catch(() => undefined);
  }

  private async open(board: string): Promise<void> {
    const [thinker, hinted] = await Promise.all([import('$lib/local/thinker'), import('$lib/local/hinted')]);
    const opened = await thinker.Thinker.open(board);
    if (this.board !== board) return opened.end();
    this.parts = { ...thinker, ...hinted };
    this.thinker = opened;
    performance.mark(READY);
    this.ready();
  }

  end(): void {
    this.thinker?.end();
    this.thinker = null;
    this.board = '';
  }

  /** A hint, which is recorded; null if the server must be asked. `isAway`: it cannot be reached. */
  async hint(game: Game, level: number, t_client_ms: number, isAway: boolean): Promise<Hint | null> {
    this.prepare(game.board);
    if (isAway) await this.opening;
    const found = await this.ask(game, isAway);
    if (!found?.best) return null;
    this.report({ event: 'hint', to: String(level), t_client_ms });
    const hint = this.parts!.hinted(game.board.family, found.judged, found.best);
    return { ...hint, hints: game.hints + 1 };
  }

  /** The distance to the goal, which is recorded; null if the server must be asked. */
  async distance(game: Game, t_client_ms: number, isAway: boolean): Promise<Meter | null> {
    this.prepare(game.board);
    if (isAway) await this.opening;
    const found = await this.ask(game, isAway);
    if (!found) return null;
    this.record(game.id, t_client_ms);
    const { distance } = found.judged;
    return { known: true, distance, goal_reachable: distance !== null, at_home: null };
  }

  private async ask(game: Game, isAway: boolean) {
    const { thinker, parts } = this;
    if (!thinker || game.board.id !== this.board) return null;
    return thinker.ask(game.moves.slice(0, game.cursor), isAway ? parts!.LONG : undefined);
  }

  private record(game: string, t_client_ms: number): void {
    const now = performance.now();
    if (this.told.game === game && now - this.told.at < TOLD_MS) return;
    this.told = { game, at: now };
    this.report({ event: 'distance', t_client_ms });
  }
}
