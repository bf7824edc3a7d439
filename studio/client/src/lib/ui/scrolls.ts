/** Lets the keyboard reach an element as long as its content has to be scrolled. */
export function reachedIfScrolled(node: HTMLElement): { destroy: () => void } {
  const look = () => {
    const isLong = node.scrollHeight > node.clientHeight + 1;
    if (isLong || node.scrollWidth > node.clientWidth + 1) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const contents = new MutationObserver(look);
  sizes.observe(node);
  contents.observe(node, { childList: true, subtree: true, characterData: true });
  look();
  return {
    destroy() {
      sizes.disconnect();
      contents.disconnect();
    },
  };
}
