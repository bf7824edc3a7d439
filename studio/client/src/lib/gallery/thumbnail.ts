import type { Summary } from '$lib/api/types';
import type { Marks } from '$lib/state/settings.svelte';

/** The address of a board's thumbnail, with the marks that the reader chose. */
export function thumbnail(board: Pick<Summary, 'thumbnail'>, marks: Marks): string {
  if (marks === 'letters') return board.thumbnail;
  return `${board.thumbnail}${board.thumbnail.includes('?') ? '&' : '?'}marks=shapes`;
}
