/** What boards, their kinds and their pieces are called. */

import type { Piece, Scene, Summary } from '$lib/api/types';
import { familyName } from '$lib/families/names';
import { t, type Key } from '$lib/i18n/index.svelte';

export const boardTitle = (board: Pick<Summary, 'title' | 'id' | 'puzzle'>): string =>
  board.title || board.id || t('table_game');

const UNITS: Record<string, Key> = {
  turns: 'turns',
  steps: 'steps',
  step: 'steps',
  pushes: 'pushes',
  'pushes-then-moves': 'pushes',
};

/** The unit of a metric, as `UNITS` of `clew/pictures/drawable.py` has it. */
export const metricKey = (metric: string): Key => UNITS[metric] ?? 'moves';

/** "Blocks, 6 × 6" */
export function kindOf(scene: Pick<Scene, 'family' | 'rows' | 'columns'>): string {
  const family = familyName(scene.family);
  return scene.rows && scene.columns && scene.rows * scene.columns > 1
    ? `${family}, ${scene.columns} × ${scene.rows}`
    : family;
}

export function pieceWords(scene: Scene, piece: Piece, movable: boolean): string {
  const where = scene.cells[piece.cells[0]!]?.name;
  const words = where && !piece.name.includes(where) ? `${piece.name}, ${where}` : piece.name;
  return t(movable ? 'movable' : 'immovable', { piece: words });
}
