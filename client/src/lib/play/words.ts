/** The words and small choices that the parts of the Play page share. */

import type { Family, Hint, Piece, Scene, Summary } from '$lib/api/types';
import { t, type Key } from '$lib/i18n/index.svelte';

export const boardTitle = (board: Pick<Summary, 'title' | 'id' | 'puzzle'>): string =>
  board.title || board.id || t('table_game');

export const metricKey = (metric: string): Key =>
  metric === 'turns' ? 'turns' : metric === 'steps' || metric === 'step' ? 'steps' : 'moves';

/** "Blocks, 6 × 6" */
export function kindOf(scene: Pick<Scene, 'family' | 'rows' | 'columns'>): string {
  const family = t(scene.family as Family);
  return scene.rows && scene.columns ? `${family}, ${scene.columns} × ${scene.rows}` : family;
}

export function pieceWords(scene: Scene, piece: Piece, movable: boolean): string {
  const where = scene.cells[piece.cells[0]!]?.name;
  const words = where && !piece.name.includes(where) ? `${piece.name}, ${where}` : piece.name;
  return t(movable ? 'movable' : 'immovable', { piece: words });
}

/** A hint as far as its level goes. */
export function hintPieceOnly(hint: Hint | null, level: number): Hint | null {
  if (!hint) return null;
  return { ...hint, move: level >= 3 ? hint.move : null, direction: level >= 2 ? hint.direction : null };
}
