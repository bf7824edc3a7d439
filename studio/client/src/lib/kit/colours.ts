/** The colours of boards and pieces, the same in both themes, and checked for colour-blind readers. */

import type { Scene } from '$lib/api/types';

export const BOARD = {
  tray: '#1E2831',
  cell: '#2B3743',
  hole: '#141B21',
  line: '#6B7A86',
  stone: '#798794',
  letter: '#0B1218',
  attention: '#FFFFFF',
  goalLetter: '#EDE8DD',
  piece: '#EBE2D0',
} as const;

export const PIECES: Record<string, string> = {
  R: '#E4574B',
  O: '#F19506',
  Y: '#FAE371',
  G: '#49B888',
  C: '#68E4FA',
  B: '#508DFF',
  P: '#B36EAD',
  W: '#E9E8E6',
};

export type Shape = 'triangle' | 'diamond' | 'star' | 'square' | 'circle' | 'cross' | 'hexagon' | 'bar';

export const SHAPES: Record<string, Shape> = {
  R: 'triangle',
  O: 'diamond',
  Y: 'star',
  G: 'square',
  C: 'circle',
  B: 'cross',
  P: 'hexagon',
  W: 'bar',
};

/** How a kind of piece looks. `shape` is null if its colour is already taken: the text then tells them apart. */
export interface TokenLook {
  colour: string;
  text: string;
  shape: Shape | null;
}

/** `roles` has the colours of tokens that have a role instead of a mark. */
export function tokenLooks(scene: Scene, roles: Record<string, string> = {}): Map<string, TokenLook> {
  const given = new Set<string>();
  const found = new Map<string, TokenLook>();
  const ordered = [...scene.tokens].sort((a, b) => a.number - b.number);
  // A token that is the initial of a colour has the first claim on its shape.
  ordered.sort((a, b) => Number(b.token === b.mark) - Number(a.token === a.mark));
  for (const { token, label, mark, role } of ordered) {
    if (mark === null) {
      found.set(token, { colour: roles[role ?? ''] ?? BOARD.piece, text: label, shape: null });
      continue;
    }
    const shape = given.has(mark) ? null : (SHAPES[mark] ?? null);
    given.add(mark);
    found.set(token, { colour: PIECES[mark] ?? BOARD.stone, text: label, shape });
  }
  return found;
}

export const UNKNOWN: TokenLook = { colour: BOARD.stone, text: '', shape: null };
