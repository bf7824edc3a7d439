import type { BoardKeys } from '$lib/api/types';
import { PIECES } from '$lib/kit/colours';
import { marked, standing, still } from '$lib/kit/drafting';
import type { Maker, Stroke, Stroked, Tool } from '$lib/kit/family';

const HOLE = '-';

/** Tokens are single characters, or words separated by blanks. */
export function tokensOf(text: unknown): string[] {
  if (Array.isArray(text)) return text.map(String);
  const words = String(text ?? '')
    .trim()
    .split(/\s+/);
  return words.length > 1 && words.some((word) => word.length > 1) ? words : [...words.join('')];
}

export const tokenText = (tokens: readonly string[]): string =>
  tokens.some((token) => token.length > 1) ? tokens.join(' ') : tokens.join('');

/** How many cells a named layout has; null if the edges define it. */
export function cellsOf(layout: string): number | null {
  const words = layout.trim().split(/\s+/);
  if (words[0] === 'panguru') return 15;
  const [a = 0, b = 0] = (words[1] ?? '').split('x').map(Number);
  if (words[0] === 'grid') return a * b;
  return words[0] === 'triangle' ? (a * (a + 1)) / 2 : null;
}

/** A board of that layout with every pebble at home, to begin with. */
export function onLayout(keys: BoardKeys, layout: string): BoardKeys {
  const count = cellsOf(layout) ?? 0;
  const colours = Object.keys(PIECES);
  const plates = Array.from({ length: count }, (_, cell) =>
    cell === count - 1 ? HOLE : colours[Math.floor((cell * colours.length) / count)]!,
  );
  const rest: BoardKeys = { ...keys };
  for (const name of ['edges', 'allowed_moves', 'coordinates']) delete rest[name];
  // Only a grid has lines to push along.
  if (!layout.startsWith('grid')) delete rest.metric;
  return { ...rest, layout, plates: tokenText(plates), pebbles: tokenText(plates) };
}

function draw(keys: BoardKeys, { cell, tool, side, token }: Stroke): Stroked {
  const key = side === 'goal' ? 'plates' : 'pebbles';
  const tokens = tokensOf(keys[key]);
  const wanted =
    tool.kind === 'token' ? tool.token : tool.kind === 'hole' || tool.kind === 'erase' ? HOLE : null;
  if (wanted === null || cell >= tokens.length) return { keys, token };
  tokens[cell] = wanted;
  return { keys: { ...keys, [key]: tokenText(tokens) }, token: wanted };
}

export const maker: Maker = {
  sides: ['start', 'goal'],
  blank: () => onLayout({ family: 'pebbles' }, 'panguru'),
  size: () => null,
  resize: (keys) => keys,

  tools: (keys): Tool[] => {
    const present = [...tokensOf(keys.plates), ...tokensOf(keys.pebbles)].filter((token) => token !== HOLE);
    const all = [...new Set([...Object.keys(PIECES), ...present])];
    const isNumbered = present.length > 0 && present.every((token) => /^\d+$/.test(token));
    const shown = isNumbered ? [...new Set(present)].sort((a, b) => Number(a) - Number(b)) : all;
    return [...shown.map((token): Tool => ({ kind: 'token', token })), { kind: 'hole' }];
  },

  stroke: draw,

  /** A pebble changes places with what is on the other cell, so that their colours stay the same. */
  move(keys, side, from, to) {
    const key = side === 'goal' ? 'plates' : 'pebbles';
    const tokens = tokensOf(keys[key]);
    const [here, there] = [tokens[from], tokens[to]];
    if (here === undefined || there === undefined || here === HOLE) return keys;
    tokens[from] = there;
    tokens[to] = here;
    return { ...keys, [key]: tokenText(tokens) };
  },

  picture(keys, side, known) {
    if (known?.scene.family !== 'pebbles') return null;
    const plates = tokensOf(keys.plates);
    const pebbles = tokensOf(keys.pebbles);
    const scene = {
      ...known.scene,
      goals: plates.map((token, cell) => ({ cell, token, piece: null })),
      tokens: marked(
        [...plates, ...pebbles].filter((token) => token !== HOLE),
        known.scene,
      ),
    };
    const shown = side === 'start' ? pebbles : [];
    const pieces = shown.flatMap((token, cell) =>
      token === HOLE ? [] : [{ ...standing(`${cell}`, token, [cell]), home: token === plates[cell] }],
    );
    return { scene, position: still(pieces) };
  },
};
