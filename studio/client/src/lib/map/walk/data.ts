/** The bytes of a map (python/clew/maps/walk.py) as arrays. */

export interface BoardData {
  width: number;
  height: number;
  /** SVG: gradients and filters, what never changes, and the picture of each look around (0, 0). */
  defined: string;
  backdrop: string;
  drawn: string[];
  columns: number;
  looks: string[];
  /** Look, x, y of everything that can stand on the board. */
  spots: [number, number, number][];
  caption: string;
  letters: string;
  texts?: string[];
}

interface Placed {
  unit: number;
  low: number[];
}

interface Header {
  version: number;
  title: string;
  family: string;
  metric: string;
  states: number;
  edges: number;
  goals: number;
  start: number;
  farthest: number | null;
  /** Moves around the shortest solutions that the map shows; null if it shows everything. */
  radius: number | null;
  /** Whether every state has its moves; otherwise this is a part of a map. */
  complete: boolean;
  /** Whether every shortest solution is on the map. */
  all_solutions: boolean;
  /** Gates in the order of their numbers: one state each, or two of which every shortest solution passes one. */
  gates: number[][];
  thread: number[];
  moves: string[];
  board: BoardData;
  colours: { ramp: { light: string[]; dark: string[] }; pieces: string[] };
  flat: Placed;
  deep: Placed;
  arrays: Record<string, [Kind, number]>;
}

export type Figures = Pick<
  Header,
  'title' | 'states' | 'edges' | 'goals' | 'radius' | 'complete' | 'all_solutions'
>;

type Kind = 'uint8' | 'uint16' | 'uint32';
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** All states, numbered from 0; their moves are `first[i]` to `first[i + 1]` of `after`. */
export interface Walk extends Omit<Header, 'flat' | 'deep' | 'arrays'> {
  /** Places in moves around (0, 0): x, y of each state on the plane, x, y, z in space. */
  flat: Float32Array;
  deep: Float32Array;
  first: Uint32Array;
  after: Uint32Array;
  /** The number of a move's name in `moves`. */
  move: Numbers;
  cost: Numbers | null;
  /** Moves to a goal; `lost` if none can be reached on this map. */
  distance: Numbers;
  lost: number;
  depth: Numbers;
  items: Numbers;
  text: Numbers | null;
  /** The shortest solutions on the map: the ends of their moves, and the share of solutions that make each, of 255. */
  network: { from: Numbers; to: Numbers; share: Numbers } | null;
  /** How often people made each move, of 255. */
  heat: Numbers | null;
}

/** The same map with players' paths: pairs of a move's number and how often it was made. */
export function warmed(walk: Walk, counts: [number, number][]): Walk {
  if (!counts.length) return walk;
  const most = Math.max(...counts.map(([, count]) => count));
  const heat = new Uint8Array(walk.after.length);
  for (const [edge, count] of counts) heat[edge] = Math.ceil((255 * count) / most);
  return { ...walk, heat };
}

const LOST = 65_535;
const SIZES: Record<Kind, number> = { uint8: 1, uint16: 2, uint32: 4 };

export async function inflated(data: Blob): Promise<ArrayBuffer> {
  const stream = data.stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

export function walkOf(raw: ArrayBuffer): Walk {
  const length = new DataView(raw).getUint32(0, true);
  const { arrays, flat, deep, ...told } = JSON.parse(
    new TextDecoder().decode(new Uint8Array(raw, 4, length)),
  ) as Header;
  const found = new Map<string, Numbers>();
  let at = 4 + length;
  for (const [name, [kind, count]] of Object.entries(arrays)) {
    found.set(name, joined(new Uint8Array(raw, at, count * SIZES[kind]), kind, count));
    at += count * SIZES[kind];
  }
  const take = (name: string): Numbers => found.get(name)!;
  const axes = (name: string, letters: string) => [...letters].map((axis) => take(`${name}_${axis}`));
  const [from, to, share] = [found.get('from'), found.get('to'), found.get('share')];
  return {
    ...told,
    flat: placed(axes('flat', 'xy'), flat),
    deep: placed(axes('deep', 'xyz'), deep),
    ...rows(take('degree'), take('after')),
    move: take('move'),
    cost: found.get('cost') ?? null,
    distance: take('distance'),
    lost: LOST,
    depth: take('depth'),
    items: take('items'),
    text: found.get('text') ?? null,
    network: from && to && share ? { from, to, share } : null,
    heat: found.get('heat') ?? null,
  };
}

/** Numbers from their bytes, of which all lowest come first. */
function joined(bytes: Uint8Array, kind: Kind, count: number): Numbers {
  if (kind === 'uint8') return bytes;
  const made = kind === 'uint16' ? new Uint16Array(count) : new Uint32Array(count);
  for (let plane = 0; plane < SIZES[kind]; plane++) {
    for (let i = 0; i < count; i++) made[i]! += bytes[plane * count + i]! * 2 ** (8 * plane);
  }
  return made;
}

/** Interleaved places with the middle of the map at 0. */
function placed(axes: Numbers[], { unit, low }: Placed): Float32Array {
  const count = axes[0]!.length;
  const made = new Float32Array(count * axes.length);
  axes.forEach((steps, axis) => {
    let most = 0;
    for (const step of steps) most = Math.max(most, step);
    const middle = low[axis]! + (most * unit) / 2;
    for (let i = 0; i < count; i++) made[i * axes.length + axis] = low[axis]! + steps[i]! * unit - middle;
  });
  return made;
}

function rows(degree: Numbers, apart: Numbers): { first: Uint32Array; after: Uint32Array } {
  const first = new Uint32Array(degree.length + 1);
  const after = new Uint32Array(apart.length);
  const round = apart instanceof Uint16Array ? 65_536 : 2 ** 32;
  for (let i = 0; i < degree.length; i++) {
    first[i + 1] = first[i]! + degree[i]!;
    for (let k = first[i]!; k < first[i + 1]!; k++) after[k] = (i + apart[k]!) % round;
  }
  return { first, after };
}

/** The text of a state, as commands take it. */
export function textOf(walk: Walk, state: number): string {
  if (walk.text === null) return walk.board.texts?.[state] ?? '';
  const length = walk.text.length / walk.states;
  return Array.from(
    { length },
    (_, place) => walk.board.letters[walk.text![place * walk.states + state]!],
  ).join('');
}

/** What stands on the board in a state: the number of its look, and where. */
export function itemsOf(walk: Walk, state: number): [number, number, number][] {
  const found: [number, number, number][] = [];
  for (let column = 0; column < walk.board.columns; column++) {
    const spot = walk.items[column * walk.states + state]!;
    if (spot) found.push(walk.board.spots[spot - 1]!);
  }
  return found;
}
