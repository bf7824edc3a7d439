/** An experiment that is being designed: every change is saved a moment later, with the version it was made to. */

import { get, mayPass, post, Problem, put, remove } from '$lib/api/client';
import type { WholeExperiment } from '$lib/api/types';
import type { Design } from './design';

const PAUSE_MS = 700;
const AGAIN_MS = 5000;

export type Saved = 'saved' | 'saving' | 'waiting' | 'overtaken' | 'refused';

export class Editing {
  whole = $state.raw<WholeExperiment | null>(null);
  design = $state<Design | null>(null);
  saved = $state<Saved>('saved');
  error = $state.raw<unknown>(null);
  /** An action is on its way. */
  busy = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  private kept = '';

  async open(key: string): Promise<void> {
    this.take(await get<WholeExperiment>(`/experiments/${key}/design`), true);
  }

  get isDraft(): boolean {
    return this.whole?.status === 'draft';
  }

  /** What is wrong at a place, or in it. */
  wrong(where: string): string {
    return this.whole?.findings.find((finding) => finding.where === where)?.message ?? '';
  }

  /** How many findings are about these parts of the design. */
  count(parts: readonly string[]): number {
    const found = this.whole?.findings ?? [];
    return found.filter(({ where }) => parts.includes(where.split('.')[0]!)).length;
  }

  /** Saves in a moment, if something has changed. */
  touch(): void {
    if (!this.isDraft || this.saved === 'overtaken' || JSON.stringify(this.design) === this.kept) return;
    this.saved = 'saving';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), PAUSE_MS);
  }

  /** Saves at once; resolves when the server has everything, or has refused it. */
  async save(): Promise<void> {
    clearTimeout(this.timer);
    await this.sending;
    if (!this.isDraft || this.saved === 'overtaken' || JSON.stringify(this.design) === this.kept) return;
    this.sending = this.send().finally(() => (this.sending = null));
    await this.sending;
  }

  private async send(): Promise<void> {
    const design = $state.snapshot(this.design)!;
    const text = JSON.stringify(design);
    this.saved = 'saving';
    try {
      const body = { version: this.whole!.version, design };
      const whole = await put<WholeExperiment>(`/experiments/${this.whole!.id}/design`, body);
      this.kept = text;
      this.error = null;
      this.take(whole, false);
      this.saved = 'saved';
      this.touch();
    } catch (error) {
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    if (mayPass(error)) {
      this.saved = 'waiting';
      this.timer = setTimeout(() => void this.save(), AGAIN_MS);
      return;
    }
    this.saved = error instanceof Problem && error.code === 'conflict' ? 'overtaken' : 'refused';
    this.error = error;
  }

  /** Takes what another page or device has made of it. */
  async theirs(): Promise<void> {
    this.saved = 'saved';
    this.error = null;
    await this.open(this.whole!.id);
  }

  /** Opens, closes, or makes a pilot: whatever changes the experiment, not its design. */
  async act(what: 'open' | 'close' | 'pilot', body: object = {}): Promise<void> {
    await this.doing(async () => {
      await post(`/experiments/${this.whole!.id}/${what}`, body);
      this.take(await get<WholeExperiment>(`/experiments/${this.whole!.id}/design`), false);
    });
  }

  /** Looks how many participants there are by now. */
  async look(): Promise<void> {
    const whole = await get<WholeExperiment>(`/experiments/${this.whole!.id}/design`).catch(() => null);
    if (whole && whole.version === this.whole!.version) this.take(whole, false);
  }

  async copy(): Promise<string | null> {
    let key: string | null = null;
    await this.doing(async () => {
      key = (await post<WholeExperiment>(`/experiments/${this.whole!.id}/copy`)).id;
    });
    return key;
  }

  async remove(): Promise<boolean> {
    await this.doing(() => remove(`/experiments/${this.whole!.id}/design`));
    return !this.error;
  }

  private async doing(action: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await this.save();
      this.error = null;
      await action();
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
  }

  private take(whole: WholeExperiment, isNew: boolean): void {
    this.whole = whole;
    if (!isNew) return;
    this.design = whole.design as unknown as Design;
    this.kept = JSON.stringify(this.design);
  }

  close(): void {
    void this.save();
    clearTimeout(this.timer);
  }
}
