/** Components in a page that tests make up. */

import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';

/** Shows a component until the test ends. Returns what contains it. */
export function shown<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  const target = document.createElement('div');
  document.body.append(target);
  const mounted = mount(component, { target, props });
  flushSync();
  onTestFinished(async () => {
    await unmount(mounted);
    target.remove();
  });
  return target;
}

/** Lets what has happened be drawn. */
export async function drawn(): Promise<void> {
  await tick();
  flushSync();
}

export function press(node: Element, key: string): void {
  node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
}

/** The element with this role and name. Throws if there is none, or more than one. */
export function named(within: Element, role: string, name: string | RegExp): HTMLElement {
  const found = [...within.querySelectorAll<HTMLElement>(`[role=${role}], ${role}`)].filter((node) => {
    const told = (node.getAttribute('aria-label') ?? node.textContent).trim();
    return typeof name === 'string' ? told === name : name.test(told);
  });
  if (found.length !== 1) throw new Error(`${found.length} elements are ${role} ${String(name)}`);
  return found[0]!;
}
