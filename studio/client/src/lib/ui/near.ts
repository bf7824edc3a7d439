/** Work that waits until a part of the page is about to be seen. */

const AHEAD = '160px';

/** An attachment that calls `then` once, when its element comes near the window. */
export function onceNear(then: () => void): (node: Element) => () => void {
  return (node) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        then();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(node);
    return () => observer.disconnect();
  };
}
