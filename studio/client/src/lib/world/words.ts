/** Words and pictures by kind. Kinds are any text: `toString`, which every object has, is none that was given. */

/** What a table has under a key of its own. */
export function own<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The word for a kind in the reader's language, or the kind itself. */
export const wordOf = (words: Record<string, string>, kind: string): string => own(words, kind) ?? kind;
