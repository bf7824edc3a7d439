/** Something a page asks the server for: asked anew when what the question reads changes, or at once by `again`. */

export class Asked<T> {
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
