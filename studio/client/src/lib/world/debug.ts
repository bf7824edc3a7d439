/** What everybody thinks, on the canvas: the ways of the animals, and lines of text beside each. */

import { t, type Key } from '$lib/i18n/index.svelte';
import type { Camera } from './camera';
import type { Picture } from './interpolation';
import type { Description, Mind } from './types';

const PANEL = '#11161BD9';
const TEXT = '#EFE8DA';
const WAYS = { dusk: '#A9B4BE', day: '#20303B', winter: '#E3EAF4' };
const FOOT = '#74CDA5';
const FONT = '500 11px "Inter Variable", system-ui, sans-serif';
const LINE = 17;
/** Metres above the ground at which ways run. */
const LIFT = 0.12;
const ANSWERS: Record<string, Key> = {
  'on the way': 'world_on_the_way',
  arrived: 'world_arrived',
  'cannot get there': 'world_no_way',
};
const PLACES: Record<Mind['where'], Key> = {
  ground: 'world_mind_ground',
  slope: 'world_mind_slope',
  ladder: 'world_mind_ladder',
  lift: 'world_mind_lift',
  air: 'world_mind_air',
};

/** What one character does and thinks, in the reader's words. */
export function thoughts(mind: Mind): string[] {
  const lines = [t('world_mind_stands', { where: t(PLACES[mind.where]), n: mind.contacts })];
  const answer = ANSWERS[mind.answer];
  if (answer && mind.target) {
    const [x, y] = mind.target.map((metres) => metres.toFixed(1));
    lines.push(t('world_mind_goes', { what: t(answer), x: x!, y: y! }));
  }
  if (mind.heard) lines.push(t('world_mind_heard', { name: mind.heard[0], text: mind.heard[1] }));
  if (mind.asks) lines.push(t('world_mind_asks', { n: mind.asks }));
  return lines;
}

export function minds(
  to: CanvasRenderingContext2D,
  camera: Camera,
  description: Description,
  picture: Picture,
): void {
  const places = new Map(picture.characters.map((one) => [one.number, one]));
  for (const mind of picture.latest.minds ?? []) {
    const seen = places.get(mind.number);
    const cast = description.characters[mind.number];
    if (!seen || !cast) continue;
    if (mind.number !== description.player) way(to, camera, mind, seen, WAYS[description.theme]);
    if (mind.contacts) foot(to, camera, seen);
    const side = camera.toScreen(seen.x + cast.width / 2 + 0.1, seen.y);
    text(to, [cast.name, ...thoughts(mind)], side.x, side.y);
  }
}

function way(
  to: CanvasRenderingContext2D,
  camera: Camera,
  mind: Mind,
  from: { x: number; y: number },
  colour: string,
): void {
  if (!mind.line.length) return;
  to.strokeStyle = colour;
  to.lineWidth = 2;
  to.lineJoin = 'round';
  to.beginPath();
  const start = camera.toScreen(from.x, from.y + LIFT);
  to.moveTo(start.x, start.y);
  for (const [x, y] of mind.line) {
    const next = camera.toScreen(x, y + LIFT);
    to.lineTo(next.x, next.y);
  }
  to.stroke();
}

function foot(to: CanvasRenderingContext2D, camera: Camera, at: { x: number; y: number }): void {
  const { x, y } = camera.toScreen(at.x, at.y);
  to.fillStyle = FOOT;
  to.beginPath();
  to.arc(x, y, 4, 0, 2 * Math.PI);
  to.fill();
}

/** Lines of text whose lower left corner is at (x, y). */
function text(to: CanvasRenderingContext2D, lines: string[], x: number, y: number): void {
  to.font = FONT;
  to.textBaseline = 'middle';
  const wide = Math.max(...lines.map((line) => to.measureText(line).width)) + 12;
  to.fillStyle = PANEL;
  to.beginPath();
  to.roundRect(x, y - lines.length * LINE - 6, wide, lines.length * LINE + 6, 6);
  to.fill();
  to.fillStyle = TEXT;
  lines.forEach((line, index) => to.fillText(line, x + 6, y - 3 - (lines.length - index - 0.5) * LINE));
}
