/** Leaderboards as the server sends them. */

/** The rows of a page, and mine below them if it is not among them. */
export const withMine = <T extends { me: boolean }>({ items, me }: { items: T[]; me?: T | null }): T[] =>
  me && !items.some((row) => row.me) ? [...items, me] : items;
