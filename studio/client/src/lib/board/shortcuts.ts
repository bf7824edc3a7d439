/** Keyboard shortcuts of a game. */

export type Shortcut = 'undo' | 'redo' | 'hint' | 'pass' | 'restart';

export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.altKey) return null;
  const letter = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === 'z') return event.shiftKey ? 'redo' : 'undo';
    return letter === 'y' ? 'redo' : null;
  }
  if (letter === 'r') return event.shiftKey ? 'restart' : 'redo';
  const plain: Record<string, Shortcut> = { u: 'undo', h: 'hint', p: 'pass' };
  return plain[letter] ?? null;
}
