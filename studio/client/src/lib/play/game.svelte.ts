/** A game of the site: the server judges every move. */

import { get, post, Problem } from '$lib/api/client';
import { withBoard } from '$lib/api/games';
import type {
  BoardDetail,
  BoardRef,
  Ending,
  Game,
  Hint,
  Job,
  Meter,
  Move,
  Opening,
  Position,
  Scene,
  SentGame,
  Surrendered,
} from '$lib/api/types';
import { GameInProgress } from '$lib/board/game.svelte';
import { reasonOf, type Tried } from '$lib/board/refusals';
import { Countdown } from '$lib/state/countdown.svelte';
import { outbox, type LogEvent } from '$lib/state/outbox';
import { announce } from '$lib/state/announcer.svelte';
import { t } from '$lib/i18n/index.svelte';
import { Adviser } from './adviser';
import { Asking } from './asking.svelte';
import type { Change } from '$lib/local/follower';
import { Away, isDown, sendWaiting } from './away';
import { beginning, begun } from './beginning';
import { me } from '$lib/state/session.svelte';
import { listening } from './listening';

export class Play extends GameInProgress {
  scene = $state.raw<Scene | null>(null);
  meter = $state.raw<Meter | null>(null);
  /** The game was changed in another window; the board now shows its latest position. */
  elsewhere = $state(false);
  elapsed = $state(0);
  /** The next press of Hint takes the game off the leaderboard: the page has asked. */
  warned = $state(false);
  otherwise = $state.raw<BoardDetail['counted_otherwise']>([]);
  /** The game goes on without the server. */
  away = $state.raw<Away | null>(null);
  /** Of a game that the server may not have begun yet: with it, a request that is repeated begins one game. */
  name = $state(crypto.randomUUID());
  /** Whether answers should say if the goal is lost, since moves cannot be reversed. */
  watch = false;
  /** The time left in the experiment that the game belongs to. */
  readonly countdown = new Countdown(() => void this.timeIsOver());

  private readonly questions = new Asking();
  private readonly adviser = new Adviser(
    (event) => this.report(event),
    () => void (this.meter && !this.meter.known && this.readMeter()),
  );
  /** The request that begins the game, while it is on its way. */
  private starting: Promise<Game> | null = null;
  private comingBack = false;
  /** The clock runs from the first move on. */
  private running = false;
  /** What was seen before the game began. */
  private seen: LogEvent[] = [];
  private loadedAt = performance.now();
  private elapsedThen = 0;

  async open(board: BoardRef, options: { resume?: boolean; pack?: string | null } = {}): Promise<void> {
    this.error = null;
    try {
      const isOnSite = typeof board === 'string' && !board.includes(':');
      if (isOnSite) await sendWaiting(board);
      if (isOnSite && !options.pack) this.show(await get<Opening>(`/boards/${board}/play`));
      else {
        const body = { board, resume: options.resume ?? true, pack: options.pack ?? null };
        this.name = crypto.randomUUID();
        this.take(withBoard(await post<SentGame>('/games', body)));
      }
      this.made.length = 0;
      this.last = null;
      this.warned = false;
      this.stay();
    } catch (error) {
      this.error = error;
    }
  }

  /** Takes over what the server has already sent about a board. */
  show({ board, game }: Opening): void {
    this.name = crypto.randomUUID();
    this.scene = board.scene;
    this.otherwise = board.counted_otherwise;
    this.take(game ? withBoard(game as SentGame) : beginning(board));
  }

  /** Begins the game with these moves. Whoever needs it meanwhile gets the same game. */
  private first(moves: string[] = []): Promise<Game> {
    const { id: board } = this.game!.board;
    const body = { board, moves, sent: this.name, t_client_ms: this.now(), watch: this.watch };
    return (this.starting ??= begun(body, this.seen).finally(() => (this.starting = null)));
  }

  /** Begins the game without a move. */
  private async begun(): Promise<string> {
    if (!this.game!.id) this.take(await this.first());
    return this.game!.id;
  }

  /** Starts the clock and the log of events. The function it returns stops both. */
  live(): () => void {
    const stop = listening(
      (event) => this.log({ event }),
      () => this.away?.soon(),
      () => this.tick(),
    );
    return () => {
      stop();
      this.questions.stop();
      this.countdown.stop();
      this.adviser.end();
      this.away?.end();
      void outbox().flush();
    };
  }

  /** The job that a hint or a solution waits for. */
  get waiting(): Job | null {
    return this.questions.job;
  }

  get isPlaying(): boolean {
    return this.game?.status === 'playing';
  }

  private tick(): void {
    if (this.isPlaying && this.running) this.elapsed = this.elapsedThen + performance.now() - this.loadedAt;
    if (this.away) void this.comeBack();
  }

  /** Sends what was played without the server, and continues with it. */
  private async comeBack(): Promise<void> {
    const { away } = this;
    if (!away || this.busy || this.comingBack) return;
    this.comingBack = true;
    try {
      const game = await away.back();
      if (!game || this.busy || away !== this.away) return;
      this.stay();
      this.last = null;
      // Sent by another tab, and not added to the game.
      this.elsewhere = game.status === 'playing' && game.moves.join() !== this.game!.moves.join();
      this.take(game);
    } catch (error) {
      this.stay();
      this.error = error;
    } finally {
      this.comingBack = false;
    }
  }

  private stay(): void {
    this.away?.end();
    this.away = null;
    this.error = null;
  }

  protected override take(game: Game): void {
    super.take(game);
    if (game.scene) this.scene = game.scene;
    this.elapsedThen = game.elapsed_ms;
    this.loadedAt = performance.now();
    this.elapsed = game.elapsed_ms;
    this.running = game.elapsed_ms > 0 || game.cursor > 0 || game.undone.length > 0 || game.hints > 0;
    const left = game.status === 'won' ? null : game.time_left_ms;
    // The last second may have passed while the server wrote its answer: it is asked once more.
    this.countdown.set(left === 0 && this.isPlaying ? 1 : left);
  }

  /** The server ends the game; this asks for the result. */
  private async timeIsOver(): Promise<void> {
    if (!this.game?.id || !this.isPlaying) return;
    const game = await get<SentGame>(`/games/${this.game.id}`).catch(() => null);
    if (!game) return;
    this.forgetHint();
    this.take(withBoard(game));
  }

  private now(): number {
    return Math.round(this.elapsedThen + (this.running ? performance.now() - this.loadedAt : 0));
  }

  override get pass(): Move | undefined {
    return this.isPlaying ? super.pass : undefined;
  }

  /** Why something that was tried is not possible; null if there is nothing to say, or the game has gone on. */
  async reason(tried: Tried): Promise<string | null> {
    const { game, position } = this;
    const reason = await reasonOf(game!.puzzle, position!, tried);
    return this.position === position ? reason : null;
  }

  override async restart(): Promise<void> {
    if (!this.game || this.isPlaying) return super.restart();
    this.forgetHint();
    await this.open(this.game.board.id || this.game.board.puzzle, { resume: true });
  }

  private async sent(what: Change, moves: string[]): Promise<Game> {
    const { id, cursor } = this.game!;
    await outbox().deliver(id);
    const body = what === 'moves' ? { moves } : what === 'restart' ? {} : { count: moves.length };
    const sent = { ...body, cursor, t_client_ms: this.now(), watch: this.watch };
    return withBoard(await post<SentGame>(`/games/${id}/${what}`, sent));
  }

  /** What the server does or, while it cannot be reached, the page. */
  private async either<T>(there: () => Promise<T>, here: (away: Away, game: Game) => Promise<T>): Promise<T> {
    try {
      if (!this.away) return await there();
    } catch (error) {
      if (!isDown(error)) throw error;
      const name = this.game!.id ? crypto.randomUUID() : this.name;
      this.away = await Away.open(this.game!, name, this.now()).catch(() => {
        throw error;
      });
    }
    return here(this.away, this.game!);
  }

  protected async changed(what: Change, names: string[]): Promise<Game> {
    this.elsewhere = false;
    await this.starting?.catch(() => undefined); // one game is begun, and the move is made in it
    return this.either(
      () => (this.game!.id ? this.sent(what, names) : this.first(names)),
      (away, now) => away.changed(now, what, names, this.now()),
    );
  }

  protected override failed(error: unknown, before: Position): void {
    if (!(error instanceof Problem && error.code === 'conflict' && error.body.game)) {
      return super.failed(error, before);
    }
    this.take(withBoard(error.body.game));
    this.last = null;
    this.elsewhere = this.isPlaying;
  }

  override forgetHint(): void {
    super.forgetHint();
    this.questions.stop();
    if (!this.game?.hints) this.warned = false;
  }

  /** Whether a hint now would take a game off the leaderboard that could still be on it. */
  get costsRank(): boolean {
    return Boolean(this.game?.board.id) && this.game?.hints === 0 && !me.classroom;
  }

  /** The next of the three levels for this position. */
  override async moreHint(): Promise<void> {
    if (!this.game?.permitted.hints || !this.isPlaying || this.waiting) return;
    if (this.costsRank && !this.warned) {
      this.warned = true;
      this.adviser.prepare(this.game.board);
      announce(`${t('hint_costs')}. ${t('hint_costs_text')}`);
      return;
    }
    const level = Math.min(3, this.hintLevel + 1);
    const state = this.position?.state;
    this.error = null;
    try {
      const hint = await this.askHint(level);
      if (!hint || this.position?.state !== state) return;
      this.tell(hint, level);
      if (hint.hints !== undefined) this.game = { ...this.game, hints: hint.hints };
    } catch (error) {
      this.error = error;
    }
  }

  protected async askHint(level: number): Promise<Hint | null> {
    const id = this.away ? this.game!.id : await this.begun();
    const found = await this.adviser.hint(this.game!, level, this.now(), this.away !== null);
    return found ?? this.patient<Hint>(`/games/${id}/hint`, { level });
  }

  async surrender(): Promise<Ending | null> {
    if (!this.game) return null;
    this.forgetHint();
    this.error = null;
    try {
      return await this.either(
        async () => {
          const path = `/games/${await this.begun()}/surrender`;
          const answer = await this.patient<Surrendered>(path, {});
          if (answer) this.take({ ...this.game!, ...withBoard(answer.game) });
          return answer?.solution ?? null;
        },
        (away, game) => {
          this.take(away.surrendered(game, this.now()));
          this.busy = true; // its engine must not be ended now
          return away.solution(game).finally(() => (this.busy = false));
        },
      );
    } catch (error) {
      this.error = error;
      return null;
    }
  }

  async readMeter(): Promise<void> {
    if (!this.game?.permitted.distances || !this.isPlaying) return;
    const { cursor } = this.game;
    const id = this.away ? this.game.id : await this.begun().catch(() => '');
    const found =
      id || this.away ? await this.adviser.distance(this.game, this.now(), this.away !== null) : null;
    const meter = found ?? (await get<Meter>(`/games/${id}/meter`).catch(() => null));
    if (this.game.cursor === cursor && this.game.id === id) this.meter = meter;
  }

  protected patient<T>(path: string, body: object): Promise<T | null> {
    return this.questions.patient<T>(path, body);
  }

  /** Help that the page gave. */
  private report(event: LogEvent): void {
    if (this.away) return this.away.help(this.game!);
    outbox().put(this.game!.id, event);
    void outbox().flush(true);
  }

  log(event: Omit<LogEvent, 't_client_ms'>): void {
    if (!this.isPlaying) return;
    const timed = { ...event, t_client_ms: this.now() };
    if (this.game!.id) outbox().put(this.game!.id, timed);
    else this.seen.push(timed);
  }
}
