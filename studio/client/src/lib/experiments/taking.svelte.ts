/**
 * The way of a participant. The server decides which step is next; what is sent for a step that is over changes
 * nothing. So whatever may not have arrived is sent again, and answers that are being written stay in the browser
 * until the server has them.
 */

import { get, mayPass, post, Problem } from '$lib/api/client';
import type { Taking } from '$lib/api/types';

export type Value = string | number | number[] | null;
export type Answers = Record<string, Value>;

const AGAIN_MS = 4000;
const PREFIX = 'clew.experiment.';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export class Way {
  at = $state.raw<Taking | null>(null);
  answers = $state<Answers>({});
  /** What is wrong with the answers, by question. */
  wrong = $state.raw<Record<string, string>>({});
  error = $state.raw<unknown>(null);
  sending = $state(false);
  /** The server does not answer: what was sent is sent again. */
  waiting = $state(false);
  /** Somebody went on with the same id in another browser. */
  elsewhere = $state(false);

  private shown = 0;

  constructor(
    private readonly token: string,
    private readonly store: Store | null,
    private readonly pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, AGAIN_MS)),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Comes by the link, for the first time or again. Rejects if there is no such experiment. */
  async arrive(
    parameters: Record<string, string>,
    preview: boolean,
    condition: number | null,
  ): Promise<void> {
    this.take(await post<Taking>(`/experiments/${this.token}/arrive`, { parameters, preview, condition }));
  }

  agree(): Promise<void> {
    return this.send('agree', { version: this.at!.version });
  }

  /** Ends the step, with its answers. */
  async done(): Promise<void> {
    const { turn } = this.at!;
    const t_client_ms = Math.round(this.now() - this.shown);
    await this.send('answers', { turn, answers: this.typed(), t_client_ms });
  }

  withdraw(): Promise<void> {
    return this.send('withdraw', {});
  }

  /** Asks where the participant is: another window may have gone on. */
  async again(): Promise<void> {
    try {
      const at = await get<Taking>(`/participants/${this.at!.participant}`);
      if (at.turn !== this.at!.turn) this.take(at);
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-found') this.elsewhere = true;
    }
  }

  answer(name: string, value: Value): void {
    this.answers[name] = value;
    const { [name]: _, ...rest } = this.wrong;
    this.wrong = rest;
    try {
      this.store?.setItem(this.key, JSON.stringify(this.answers));
    } catch {
      // Without storage, they last as long as the page.
    }
  }

  /** The answers, with what was typed for a number as that number. */
  private typed(): Answers {
    const found = $state.snapshot(this.answers);
    for (const { name, kind } of this.at!.items) {
      const text = found[name];
      if (kind !== 'number' || typeof text !== 'string') continue;
      const number = Number(text.trim().replace(',', '.'));
      if (text.trim() !== '' && Number.isFinite(number)) found[name] = number;
    }
    return found;
  }

  private get key(): string {
    return `${PREFIX}${this.at!.participant}.${this.at!.turn}`;
  }

  private async send(what: string, body: object): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.error = null;
    this.wrong = {};
    try {
      for (;;) {
        try {
          const at = await post<Taking>(`/participants/${this.at!.participant}/${what}`, body);
          this.forget();
          this.take(at);
          return;
        } catch (error) {
          if (!mayPass(error)) return this.failed(error);
          this.waiting = true;
          await this.pause();
        }
      }
    } finally {
      this.sending = false;
      this.waiting = false;
    }
  }

  private failed(error: unknown): void {
    if (error instanceof Problem && error.code === 'not-found') this.elsewhere = true;
    else if (error instanceof Problem && error.code === 'invalid' && error.body.errors) {
      this.wrong = Object.fromEntries(error.body.errors.map(({ where, message }) => [where, message]));
    } else this.error = error;
  }

  private take(at: Taking): void {
    const isNew = at.turn !== this.at?.turn || at.participant !== this.at.participant;
    this.at = at;
    if (!isNew) return;
    this.shown = this.now();
    this.answers = this.kept();
    this.wrong = {};
    this.error = null;
  }

  private kept(): Answers {
    try {
      return JSON.parse(this.store?.getItem(this.key) ?? '{}') as Answers;
    } catch {
      return {};
    }
  }

  private forget(): void {
    try {
      this.store?.removeItem(this.key);
    } catch {
      // There is no storage.
    }
  }
}
