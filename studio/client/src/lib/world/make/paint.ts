/** Draws a level that is being made, with its grid, what is selected, and the signs of what was found. */

import { crate, door, lift } from '../boxes';
import { shownHandles } from './handles';
import { boxOf, numberOf, stopOf, valueOf, type Box, type Draft, type Part, type Spot } from './level';
import type { Placed } from './making.svelte';
import type { Pictures } from './pictures';
import type { Offer, Scene } from './types';
import type { View } from './view';

const TRAY = '#141B21';
const INK = '#0B1218';
const WHITE = '#FFFFFF';
const TROUBLE = '#F0C566';
const FLAG = '#74CDA5';
/** Pixels of a square of the grid that are still seen. */
const LEAST_GRID = 8;

export interface Look {
  view: View;
  draft: Draft;
  offer: Offer;
  pictures: Pictures;
  selected: number | null;
  found: readonly Placed[];
  grid: number;
  /** Where the keyboard places something, while it does. */
  cursor: Spot | null;
}

/** From the back to the front. */
const ORDER = [
  'wall',
  'ground',
  'slope',
  'platform',
  'ladder',
  'door',
  'lift',
  'crate',
  'switch',
  'item',
  'flag',
  'animal',
  'player',
];

export const depthOf = ({ kind }: Part): number => ORDER.indexOf(kind);

export function paint(to: CanvasRenderingContext2D, look: Look, ratio: number): void {
  const { view, draft, offer } = look;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.fillStyle = TRAY;
  to.fillRect(0, 0, view.width, view.height);
  const theme = String(draft.keys.theme ?? '');
  const scene = offer.themes[theme] ?? Object.values(offer.themes)[0]!;
  const [left, top] = pixels(view, 0, view.world[1]);
  to.fillStyle = scene.sky;
  to.fillRect(left, top, view.world[0] * view.zoom, view.world[1] * view.zoom);
  grid(to, look);
  const parts = draft.parts.toSorted((a, b) => depthOf(a) - depthOf(b));
  for (const part of parts) one(to, look, part, scene);
  switches(to, look);
  const chosen = parts.find(({ id }) => id === look.selected);
  if (chosen) selection(to, look, chosen);
  for (const finding of look.found) if (finding.id !== null) sign(to, look, finding);
  if (look.cursor) cross(to, pixels(view, look.cursor.x, look.cursor.y));
}

const pixels = (view: View, x: number, y: number): [number, number] => {
  const { x: px, y: py } = view.toScreen(x, y);
  return [px, py];
};

function grid(to: CanvasRenderingContext2D, { view, grid: step }: Look): void {
  const [wide, tall] = view.world;
  const apart = step * view.zoom < LEAST_GRID ? 1 : step;
  if (apart * view.zoom < LEAST_GRID) return;
  const [left, top] = pixels(view, 0, tall);
  const [right, bottom] = pixels(view, wide, 0);
  to.strokeStyle = '#7F93A03A';
  to.lineWidth = 1;
  to.beginPath();
  for (let number = 0; number * apart <= wide + 1e-9; number++) {
    const x = Math.round(left + number * apart * view.zoom) + 0.5;
    if (x < 0 || x > view.width) continue;
    to.moveTo(x, Math.max(top, 0));
    to.lineTo(x, Math.min(bottom, view.height));
  }
  for (let number = 0; number * apart <= tall + 1e-9; number++) {
    const y = Math.round(bottom - number * apart * view.zoom) + 0.5;
    if (y < 0 || y > view.height) continue;
    to.moveTo(Math.max(left, 0), y);
    to.lineTo(Math.min(right, view.width), y);
  }
  to.stroke();
}

function one(to: CanvasRenderingContext2D, look: Look, part: Part, scene: Scene): void {
  const { view, offer } = look;
  const { left, bottom, right, top } = boxOf(part, offer);
  const [x, y] = pixels(view, left, top);
  const [width, height] = [(right - left) * view.zoom, (top - bottom) * view.zoom];
  if (width <= 0 || height <= 0) return;
  if (part.kind === 'ground') {
    block(to, x, y, width, height, scene.earth);
    block(to, x, y, width, Math.min(height, 0.16 * view.zoom), scene.turf);
  } else if (part.kind === 'wall') block(to, x, y, width, height, scene.stone, scene.stone_dark);
  else if (part.kind === 'platform') {
    const open = valueOf(part, 'one_way', offer) === true;
    block(
      to,
      x,
      y,
      width,
      height,
      open ? scene.plank : scene.stone,
      open ? scene.plank_dark : scene.stone_dark,
    );
  } else if (part.kind === 'slope') wedge(to, look, part, scene);
  else if (part.kind === 'ladder') ladder(to, look, x, y, width, height, scene);
  else if (part.kind === 'door') door(to, x, y, width, height, view.zoom);
  else if (part.kind === 'crate') crate(to, x, y, width, height, view.zoom);
  else if (part.kind === 'lift') track(to, look, part, x, y, width, height);
  else if (part.kind === 'flag') flag(to, look, part);
  else picture(to, look, part, x, y, width, height);
}

function block(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rim = '',
): void {
  to.fillStyle = fill;
  to.fillRect(x, y, width, height);
  if (!rim) return;
  to.strokeStyle = rim;
  to.lineWidth = Math.min(2, width / 2, height / 2);
  to.strokeRect(x + to.lineWidth / 2, y + to.lineWidth / 2, width - to.lineWidth, height - to.lineWidth);
}

function wedge(to: CanvasRenderingContext2D, { view, offer }: Look, part: Part, scene: Scene): void {
  const { left, right, bottom } = boxOf(part, offer);
  const start = numberOf(part, 'y', offer);
  const [from, end] = [pixels(view, left, start), pixels(view, right, start + numberOf(part, 'rise', offer))];
  to.fillStyle = scene.earth;
  to.beginPath();
  to.moveTo(...from);
  to.lineTo(...end);
  to.lineTo(...pixels(view, right, bottom));
  to.lineTo(...pixels(view, left, bottom));
  to.fill();
  to.strokeStyle = scene.turf;
  to.lineWidth = Math.max(2, 0.14 * view.zoom);
  to.lineCap = 'butt';
  to.beginPath();
  to.moveTo(...from);
  to.lineTo(...end);
  to.stroke();
}

function ladder(
  to: CanvasRenderingContext2D,
  { view }: Look,
  x: number,
  y: number,
  width: number,
  height: number,
  scene: Scene,
): void {
  const rail = Math.max(2, 0.08 * view.zoom);
  to.strokeStyle = scene.rung;
  to.lineWidth = rail * 0.8;
  to.beginPath();
  const rungs = Math.max(1, Math.round(height / (0.35 * view.zoom)));
  for (let rung = 0; rung < rungs; rung++) {
    const at = y + ((rung + 0.5) * height) / rungs;
    to.moveTo(x, at);
    to.lineTo(x + width, at);
  }
  to.stroke();
  block(to, x, y, rail, height, scene.rail);
  block(to, x + width - rail, y, rail, height, scene.rail);
}

/** A lift at its first stop, and where it rides. */
function track(
  to: CanvasRenderingContext2D,
  { view }: Look,
  part: Part,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const stop = stopOf(part);
  if (stop) {
    const [endX, endY] = pixels(view, stop.x, stop.y);
    to.strokeStyle = WHITE;
    to.lineWidth = 1.5;
    to.setLineDash([5, 5]);
    to.strokeRect(endX, endY, width, height);
    to.beginPath();
    to.moveTo(x + width / 2, y + height / 2);
    to.lineTo(endX + width / 2, endY + height / 2);
    to.stroke();
    to.setLineDash([]);
  }
  lift(to, x, y, width, height, view.zoom);
}

function flag(to: CanvasRenderingContext2D, { view, offer }: Look, part: Part): void {
  const { left, right, bottom, top } = boxOf(part, offer);
  const middle = (left + right) / 2;
  const [x, foot] = pixels(view, middle, bottom);
  const [, head] = pixels(view, middle, top);
  to.strokeStyle = WHITE;
  to.lineWidth = Math.max(2, 0.06 * view.zoom);
  to.lineCap = 'round';
  to.beginPath();
  to.moveTo(x, foot);
  to.lineTo(x, head);
  to.stroke();
  to.fillStyle = FLAG;
  to.beginPath();
  to.moveTo(x, head);
  to.lineTo(x + 0.55 * view.zoom, head + 0.2 * view.zoom);
  to.lineTo(x, head + 0.4 * view.zoom);
  to.fill();
}

function picture(
  to: CanvasRenderingContext2D,
  { view, pictures, offer }: Look,
  part: Part,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const drawn = pictures.of(part);
  if (!drawn) {
    block(to, x, y, width, height, '#8895A088');
    return;
  }
  const [footX, footY] = pixels(view, numberOf(part, 'x', offer), numberOf(part, 'y', offer));
  const [wide, tall] = [drawn.width * view.zoom, drawn.height * view.zoom];
  const up = tall - drawn.under * view.zoom;
  to.drawImage(drawn.image, 0, 0, drawn.wide, drawn.tall, footX - wide / 2, footY - up, wide, tall);
}

/** From a selected switch to its doors, and from a selected door to its switches. */
function switches(to: CanvasRenderingContext2D, { view, draft, offer, selected }: Look): void {
  const middle = (part: Part) => {
    const box = boxOf(part, offer);
    return pixels(view, (box.left + box.right) / 2, (box.bottom + box.top) / 2);
  };
  to.strokeStyle = TROUBLE;
  to.lineWidth = 2;
  to.setLineDash([3, 5]);
  for (const lever of draft.parts) {
    if (lever.kind !== 'switch' || !Array.isArray(lever.values.opens)) continue;
    for (const gate of draft.parts) {
      const opens = gate.kind === 'door' && lever.values.opens.includes(gate.values.name);
      if (!opens || (selected !== lever.id && selected !== gate.id)) continue;
      to.beginPath();
      to.moveTo(...middle(lever));
      to.lineTo(...middle(gate));
      to.stroke();
    }
  }
  to.setLineDash([]);
}

function selection(to: CanvasRenderingContext2D, look: Look, part: Part): void {
  const { view, offer } = look;
  frame(to, view, boxOf(part, offer), INK, 5);
  frame(to, view, boxOf(part, offer), WHITE, 2);
  for (const handle of shownHandles(part, offer, view.zoom)) {
    const [x, y] = pixels(view, handle.x, handle.y);
    to.fillStyle = WHITE;
    to.strokeStyle = INK;
    to.lineWidth = 1.5;
    to.beginPath();
    if (handle.name === 'to') to.arc(x, y, 6, 0, 2 * Math.PI);
    else to.rect(x - 4.5, y - 4.5, 9, 9);
    to.fill();
    to.stroke();
  }
}

function frame(to: CanvasRenderingContext2D, view: View, box: Box, colour: string, width: number): void {
  const [x, y] = pixels(view, box.left, box.top);
  to.strokeStyle = colour;
  to.lineWidth = width;
  to.strokeRect(x - 3, y - 3, (box.right - box.left) * view.zoom + 6, (box.top - box.bottom) * view.zoom + 6);
}

/** A sign at the upper right corner of a part: `!` for an error, `?` for what cannot be reached or is not proved. */
function sign(to: CanvasRenderingContext2D, { view, draft, offer, selected }: Look, finding: Placed): void {
  const part = draft.parts.find(({ id }) => id === finding.id);
  if (!part) return;
  const box = boxOf(part, offer);
  const [x, y] = pixels(view, box.right, box.top);
  if (part.id !== selected) frame(to, view, box, TROUBLE, 2);
  to.fillStyle = TROUBLE;
  to.strokeStyle = INK;
  to.lineWidth = 2;
  to.beginPath();
  to.arc(x + 9, y - 9, 9, 0, 2 * Math.PI);
  to.stroke();
  to.fill();
  to.fillStyle = INK;
  to.font = '700 13px "Inter Variable", system-ui, sans-serif';
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.fillText(finding.sort === 'error' ? '!' : '?', x + 9, y - 8.5);
  to.textAlign = 'start';
}

function cross(to: CanvasRenderingContext2D, [x, y]: [number, number]): void {
  for (const [width, colour] of [
    [6, INK],
    [2.5, WHITE],
  ] as const) {
    to.strokeStyle = colour;
    to.lineWidth = width;
    to.lineCap = 'round';
    to.beginPath();
    to.moveTo(x - 11, y);
    to.lineTo(x + 11, y);
    to.moveTo(x, y - 11);
    to.lineTo(x, y + 11);
    to.stroke();
  }
}
