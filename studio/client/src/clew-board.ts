/** `<clew-board>`: a board to play in any page. Its manual is docs/howto/embed-a-board.md. */

import { fresh, style } from 'virtual:board';
import { engines } from '$lib/alone/packed';
import { whole, type Alone } from '$lib/local/data';
import type { Game } from '$lib/alone/game.svelte';
import type { Tell } from '$lib/alone/events';
import { onceNear } from '$lib/ui/near';

const script = document.currentScript as HTMLScriptElement | null;
const here = script?.src ?? document.baseURI;

const NEEDS = '<clew-board> needs src="…", or boards as JSON in <script type="application/json">';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`:host { display: block; } :host([hidden]) { display: none; } ${style}`);

/**
 * The engines are next to this script. They are scripts too, because a page opened from the disk may load nothing
 * else.
 */
const nearby = engines(
  (family) =>
    new Promise((resolve, reject) => {
      if (!/^[a-z]+$/.test(family)) throw new Error(`${family} is not the name of a family`);
      const element = document.createElement('script');
      element.src = new URL(`clew-board-${family}.js`, here).href;
      element.onload = () => resolve(clewEngines![family]!);
      element.onerror = () => reject(new Error(`${element.src} cannot be loaded`));
      document.head.append(element);
      element.remove();
    }),
);

declare global {
  /** Where the scripts of the engines put them. */
  var clewEngines: Record<string, string> | undefined;
}

class ClewBoard extends HTMLElement {
  static readonly observedAttributes = ['src', 'theme', 'lang'];

  private readonly root = this.attachShadow({ mode: 'open' });
  private readonly app = fresh();
  private given: Alone | null = null;
  private game: Game | null = null;
  private close: (() => void) | null = null;
  /** Counts what was opened: an older answer than the newest question is dropped. */
  private opening = 0;

  constructor() {
    super();
    this.root.adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    if (this.close) return;
    // If it was set before the browser knew the element, it hides the accessor below.
    const early = Object.getOwnPropertyDescriptor(this, 'data');
    if (early) {
      delete (this as { data?: unknown }).data;
      this.given = early.value as Alone;
    }
    this.root.replaceChildren(document.createElement('slot'));
    this.close = onceNear(() => void this.open())(this);
  }

  disconnectedCallback(): void {
    // An element that is moved within the page keeps its game.
    queueMicrotask(() => this.isConnected || this.end());
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.close) return;
    if (name === 'src') this.again();
    else void this.dress();
  }

  /** What `clew export -o FILE.json` writes. Setting it shows other boards. */
  get data(): Alone | null {
    return this.given;
  }

  set data(data: Alone | null) {
    this.given = data;
    this.again();
  }

  get moves(): string[] {
    return this.game?.game?.moves ?? [];
  }

  get length(): number {
    return this.game?.game?.length ?? 0;
  }

  get solved(): boolean {
    return this.game?.position?.solved ?? false;
  }

  async undo(): Promise<void> {
    await this.game?.undo();
  }

  async redo(): Promise<void> {
    await this.game?.redo();
  }

  async restart(): Promise<void> {
    await this.game?.restart();
  }

  async hint(): Promise<void> {
    await this.game?.moreHint();
  }

  private again(): void {
    if (!this.close) return;
    this.end();
    this.connectedCallback();
  }

  private end(): void {
    this.opening++;
    this.close?.();
    this.close = this.game = null;
  }

  private async open(): Promise<void> {
    const opening = ++this.opening;
    try {
      const [data] = await Promise.all([this.read(), this.dress()]);
      if (opening !== this.opening) return;
      this.root.replaceChildren();
      const shown = (game: Game): void => void (this.game = game);
      this.close = this.app.open(this.root, data, nearby, { tell: this.tell, shown });
    } catch (error) {
      if (opening === this.opening) this.fail((error as Error).message);
    }
  }

  /** Takes the theme and the language of the page. */
  private async dress(): Promise<void> {
    const theme = this.getAttribute('theme');
    this.app.wear(theme === 'light' || theme === 'dark' ? theme : 'auto');
    await this.app.speak(this.closest<HTMLElement>('[lang]')?.lang || navigator.language);
  }

  private async read(): Promise<Alone> {
    return whole(this.given ?? (await this.found()));
  }

  private async found(): Promise<Alone> {
    const src = this.getAttribute('src');
    if (src) {
      const answer = await fetch(new URL(src, document.baseURI));
      if (!answer.ok) throw new Error(`${src}: ${answer.status} ${answer.statusText}`);
      return (await answer.json()) as Alone;
    }
    await parsed();
    const text = this.querySelector('script[type="application/json"]')?.textContent;
    if (!text) throw new Error(NEEDS);
    return JSON.parse(text) as Alone;
  }

  private readonly tell: Tell = (name, detail) => {
    this.dispatchEvent(new CustomEvent(`clew-${name}`, { detail, bubbles: true, composed: true }));
  };

  private fail(message: string): void {
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.textContent = message;
    this.root.replaceChildren(line, document.createElement('slot'));
    this.tell('error', { message });
  }
}

/** Waits until the browser has parsed the page, including what is in the elements. */
const parsed = (): Promise<unknown> | null =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
    : null;

// A page may include the script twice.
if (!customElements.get('clew-board')) customElements.define('clew-board', ClewBoard);
