/** The colours of boards and pieces, the same by day and by night; measured for colour-blind sight. */

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
  runner: '#F0684A',
  lying: '#EBE2D0',
  standing: '#A9B8C2',
  square: '#EFE8DA',
  ring: '#B93A22',
  coins: ['#B93A22', '#1F3B57'],
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

export type Marks = 'letters' | 'shapes';

/** How a kind of piece looks. `shape` is null where its colour is used a second time: then the text tells. */
export interface TokenLook {
  colour: string;
  text: string;
  shape: Shape | null;
}

export function tokenLooks(scene: Scene): Map<string, TokenLook> {
  const given = new Set<string>();
  const found = new Map<string, TokenLook>();
  const ordered = [...scene.tokens].sort((a, b) => a.number - b.number);
  // A token that is the initial of a colour has the first claim on its shape.
  ordered.sort((a, b) => Number(b.token === b.mark) - Number(a.token === a.mark));
  for (const { token, label, mark, role } of ordered) {
    if (mark === null) {
      found.set(token, { colour: roleColour(role), text: label, shape: null });
      continue;
    }
    const shape = given.has(mark) ? null : (SHAPES[mark] ?? null);
    given.add(mark);
    found.set(token, { colour: PIECES[mark] ?? BOARD.stone, text: label, shape });
  }
  return found;
}

function roleColour(role: string | null): string {
  if (role === 'runner') return BOARD.runner;
  if (role === 'standing') return BOARD.standing;
  if (role === 'coin0') return BOARD.coins[0];
  if (role === 'coin1') return BOARD.coins[1];
  return BOARD.lying;
}

export const UNKNOWN: TokenLook = { colour: BOARD.stone, text: '', shape: null };
