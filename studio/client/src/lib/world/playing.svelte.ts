/** A world that the server runs for this page: its stream of frames, and what the player does. */

import { get, post, Problem, remove } from '$lib/api/client';
import { t } from '$lib/i18n/index.svelte';
import { announce } from '$lib/state/announcer.svelte';
import { ring } from '$lib/state/feel';
import { Interpolator } from './interpolation';
import { eventsOf, type WorldEvent } from './events';
import type { Description, End, Frame, Level, Trouble, World } from './types';

export type Link = 'opening' | 'open' | 'lost' | 'ended';

const MOST_LINES = 8;
/** Events this close together are announced together, so that later ones do not cut off earlier ones. */
const TOGETHER_MS = 700;
/** Between attempts to reconnect once the browser has given up. */
const RETRY_MS = 2000;

export class Playing {
  description = $state.raw<Description | null>(null);
  frame = $state.raw<Frame | null>(null);
  troubles = $state.raw<Trouble[]>([]);
  link = $state<Link>('opening');
  end = $state.raw<End | null>(null);
  /** Why there is no world, or why something was refused. */
  error = $state.raw<unknown>(null);
  /** What happened last, newest first. */
  lines = $state.raw<string[]>([]);
  readonly interpolator = new Interpolator();
  private id: string | null = null;
  private events: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;
  private steered: Promise<void> = Promise.resolve();
  private saying: string[] = [];
  private saidAt = 0;

  /** `start` returns the world: by default that of the level, which may be running already. */
  constructor(
    readonly level: Level,
    private readonly start = (): Promise<World> => post<World>('/worlds', { level: level.level }),
  ) {}

  /** Starts a world of this level, or continues one that is still running. */
  async open(): Promise<void> {
    this.link = 'opening';
    this.end = this.error = null;
    try {
      this.id = (await this.start()).id;
      this.connect();
    } catch (error) {
      this.error = error;
      this.link = 'ended';
    }
  }

  /** The page was hidden or shown: a world that nobody watches is paused. */
  show(visible: boolean): void {
    if (!visible) this.disconnect();
    else if (this.id && this.link !== 'ended' && !this.events) this.connect();
  }

  close(): void {
    this.left = true;
    this.disconnect();
  }

  /** Leaves the world for good, so that the server need not keep it. */
  leave(): void {
    this.close();
    if (this.id && this.link !== 'ended') void remove(`/worlds/${this.id}`).catch(() => undefined);
  }

  touch(x: number, y: number): Promise<void> {
    return this.ask('touch', { x, y });
  }

  /** Steers by keys or a gamepad: one after another, as the keys were pressed. */
  steer(dx: number, dy: number): void {
    this.steered = this.steered.then(() => this.ask('steer', { dx, dy }));
  }

  pause(paused: boolean): Promise<void> {
    return this.ask('pause', { paused });
  }

  /** Shows what everybody thinks, or hides it. */
  debug(on: boolean): Promise<void> {
    return this.ask('debug', { on });
  }

  restart(): Promise<void> {
    return this.ask('restart');
  }

  private async ask(what: string, body: object = {}): Promise<void> {
    if (!this.id || this.link === 'ended') return;
    try {
      await post(`/worlds/${this.id}/${what}`, body);
      this.error = null;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-found') this.gone();
      else this.error = error;
    }
  }

  private connect(): void {
    if (this.left || document.hidden) return; // it is shown later, or never
    const events = (this.events = new EventSource(`/api/v1/worlds/${this.id}/events`));
    const hear = (name: string, take: (told: unknown) => void) =>
      events.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)));
    hear('world', (told) => (this.description = told as Description));
    hear('troubles', (told) => this.hearTroubles(told as Trouble[]));
    hear('frame', (told) => this.hearFrame(told as Frame));
    hear('end', (told) => this.finish(told as End));
    events.onerror = () => this.broken(events);
  }

  private disconnect(): void {
    clearTimeout(this.timer);
    this.events?.close();
    this.events = null;
  }

  private hearFrame(frame: Frame): void {
    const before = this.frame;
    this.interpolator.add(frame, performance.now());
    this.frame = frame;
    this.link = 'open';
    if (!before || !this.description) return;
    const events = eventsOf(before, frame, this.description, this.level.words);
    this.tell(events.map(({ key, values }) => t(key, values)));
    this.ring(events);
  }

  /** The sounds in `clew_world.sounds` have the names of events; some events have none. */
  private ring(events: WorldEvent[]): void {
    for (const { key } of events) {
      const notes = this.description?.sounds[key.replace('world_', '')] ?? [];
      ring(notes.map(([hertz, after, seconds]) => ({ hertz, after, seconds })));
    }
  }

  private hearTroubles(troubles: Trouble[]): void {
    const known = new Set(this.troubles.map((one) => one.name + one.text));
    this.troubles = troubles;
    this.tell(
      troubles
        .filter((one) => !known.has(one.name + one.text))
        .map(({ name, text, stopped }) => t(stopped ? 'world_stopped' : 'world_erred', { name, text })),
    );
  }

  private tell(lines: string[]): void {
    if (!lines.length) return;
    const now = performance.now();
    this.saying = now - this.saidAt < TOGETHER_MS ? [...this.saying, ...lines] : lines;
    this.saidAt = now;
    announce(this.saying.join(' '));
    this.lines = [...lines.toReversed(), ...this.lines].slice(0, MOST_LINES);
  }

  private finish(end: End): void {
    this.disconnect();
    this.end = end;
    this.link = 'ended';
  }

  private gone(): void {
    this.finish({ reason: 'gone', message: '' });
  }

  private broken(events: EventSource): void {
    if (events !== this.events) return;
    this.link = this.frame ? 'lost' : 'opening';
    // The browser tries again by itself, unless the server has answered with an error.
    if (events.readyState === EventSource.CLOSED) this.timer = setTimeout(() => void this.again(), RETRY_MS);
  }

  private async again(): Promise<void> {
    this.disconnect();
    if (this.left) return;
    try {
      await get(`/worlds/${this.id}`);
      this.connect();
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-found') this.gone();
      else if (!this.left) this.timer = setTimeout(() => void this.again(), RETRY_MS);
    }
  }
}
