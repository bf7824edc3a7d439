/** What a form sends: whether it is on its way, and what the server says is wrong. */

import { SvelteSet } from 'svelte/reactivity';
import { Problem } from '$lib/api/client';

export class Sending {
  busy = $state(false);
  error = $state.raw<unknown>(null);
  /** The fields that say what is wrong with them. */
  private readonly fields = new SvelteSet<string>();
  private told: unknown = null;

  /** What is wrong, unless a field says it. */
  readonly rest = $derived(this.isTold() ? null : this.error);

  /** Does it. Returns whether it was done. */
  async send(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.error = null;
    try {
      await work();
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
    return this.error === null;
  }

  /** What a form does when it is submitted, and not while it is still busy with that. */
  readonly submits =
    (work: () => Promise<unknown>) =>
    (event: SubmitEvent): void => {
      event.preventDefault();
      if (!this.busy) void this.send(work);
    };

  /**
   * A field, by its name in the request, says what is wrong with it until the function is called. What is wrong goes
   * away with the last field that says it.
   */
  shows(field: string): () => void {
    this.fields.add(field);
    return () => {
      const wasTold = this.isTold();
      this.fields.delete(field);
      if (wasTold && !this.isTold()) this.error = null;
    };
  }

  /** Whether a field says what is wrong. */
  private isTold(): boolean {
    return [...this.fields].some((field) => this.faultOf(field) !== null);
  }

  /** What is wrong with a field; null if nothing is. */
  faultOf(field: string): string | null {
    if (!(this.error instanceof Problem)) return null;
    const found = this.error.body.errors?.filter(({ where }) => where.split('.').includes(field));
    return found?.map(({ message }) => message).join(' ') || null;
  }

  /** Whether it is asked about this error for the first time: for its first field in the page. */
  isNew(): boolean {
    const before = this.told;
    this.told = this.error;
    return before !== this.error;
  }
}
