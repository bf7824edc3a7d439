/** Answers that came with the page, so that its first questions need not be asked: `#answers` in the shell. */

let answers: Record<string, unknown> | null = null;

function read(): Record<string, unknown> {
  const text = document.getElementById('answers')?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** The answer to GET `path` that came with the page. It is given only once, since it may have changed later. */
export function begun<T>(path: string): T | undefined {
  if (typeof document === 'undefined') return undefined;
  answers ??= read();
  const found = answers[path] as T | undefined;
  delete answers[path];
  return found;
}
