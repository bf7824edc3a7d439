/** A pause in which the browser paints and answers to touches, between two parts of a page. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
