/** Data that a page fetches: fetched again when what the request depends on changes, or when `again` is called. */

export class Resource<T> {
  private times = $state(0);

  constructor(private readonly ask: () => Promise<T>) {}

  readonly answer = $derived.by(() => {
    void this.times;
    return this.ask();
  });

  readonly again = (): void => {
    this.times += 1;
  };
}
