/** Gives an element the focus; while a dialog has it, as a message of a game, as soon as that is closed. */
export function focusFree(node: HTMLElement): void {
  const focus = (): void => node.focus({ preventScroll: true });
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focus, { once: true });
  else focus();
}
