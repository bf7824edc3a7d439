/** The time left, as the server measures it: counted down here between its answers, and announced near the end. */

import { clock, t } from '$lib/i18n/index.svelte';
import { announce } from './announcer.svelte';

const EVERY_MS = 250;
const TOLD_S = [600, 300, 60, 30, 10];
/** How long to wait before asking the server again if its clock is behind this one. */
const AGAIN_MS = 1000;

export class Countdown {
  /** In milliseconds; null if there is no limit. */
  left = $state<number | null>(null);

  private end = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private asked = 0;

  constructor(private readonly over: () => void) {}

  set(left: number | null): void {
    this.left = left;
    this.end = performance.now() + (left ?? 0);
    if (left) this.timer ??= setInterval(() => this.tick(), EVERY_MS);
    else this.stop();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    const before = this.left ?? 0;
    const now = performance.now();
    this.left = Math.max(0, this.end - now);
    const told = TOLD_S.find((s) => this.left! <= s * 1000 && before > s * 1000);
    if (told) announce(t('time_left_say', { time: clock(told * 1000) }));
    if (this.left > 0 || now < this.asked + AGAIN_MS) return;
    this.asked = now;
    this.over();
  }
}
