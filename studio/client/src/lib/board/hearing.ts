/**
 * Whether keys that are pressed in a page are for a board. In a page of its own, all are. A board in somebody
 * else's page has the keyboard once it is pressed or gets the focus, until something else is pressed or gets
 * the focus.
 */
export class Hearing {
  private isTurn = false;

  /** `part`: something in the board. */
  constructor(private readonly part: () => Element | undefined) {}

  get hears(): boolean {
    return this.host === null || this.isTurn;
  }

  /** Something in the page was pressed, or got the focus. */
  follow = (event: Event): void => {
    this.isTurn = this.host !== null && event.composedPath().includes(this.host);
  };

  private get host(): Element | null {
    const root = this.part()?.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  }
}
