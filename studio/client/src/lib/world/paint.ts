/** Draws a moment of a world. Everything that is seen comes from the server; here it is only laid out. */

import type { Art, Sprite } from './art';
import { clamp, type Camera, type Point } from './camera';
import { crate, door, lift } from './boxes';
import { minds } from './debug';
import type { Picture, Seen } from './interpolation';
import type { Cast, Cell, Description, Leg } from './types';

const TRAY = '#141B21';
/** The player's way, in a colour that is seen on the scene of each theme. */
const THREADS = { dusk: '#FF8A6B', day: '#C22C08', winter: '#FF8A6B' };
const IVORY = '#EFE8DA';
const INK = '#0B1218';
const TROUBLE = '#F0C566';
const WHITE = '#FFFFFF';
const FONT = '500 14px "Inter Variable", system-ui, sans-serif';
/** Metres above the ground at which the thread runs, and by which a jump's arc rises. */
const LIFT = 0.12;
const ARC = 0.9;
const LONGEST_WORDS = 40;

export interface View {
  camera: Camera;
  art: Art;
  description: Description;
  picture: Picture;
  /** Names of animals whose scripts were stopped. */
  stopped: ReadonlySet<string>;
  /** Where keys or a gamepad point, while they do. */
  cursor: Point | null;
  noWay: string;
  dimmed: boolean;
}

export function paint(to: CanvasRenderingContext2D, view: View, ratio: number): void {
  const { camera, art, description, picture } = view;
  to.setTransform(1, 0, 0, 1, 0, 0);
  to.fillStyle = TRAY;
  to.fillRect(0, 0, to.canvas.width, to.canvas.height);
  const corner = camera.toScreen(0, camera.world[1]);
  art.at(camera.zoom * ratio);
  art.backdrop(
    to,
    Math.round(-corner.x * ratio),
    Math.round(-corner.y * ratio),
    to.canvas.width,
    to.canvas.height,
  );
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  mechanism(to, view);
  for (const number of picture.items) {
    const [kind, ...home] = description.items[number]!;
    const [x, y] = picture.latest.added[number] ?? home;
    stand(to, camera, art.item(kind, description.item_cell), x, y, 1);
  }
  way(to, view);
  for (const one of [...picture.characters].reverse()) {
    const cast = description.characters[one.number]!;
    const sprite = art.character(cast, description.phases, one.look, one.walked, one.moves);
    stand(to, camera, sprite, one.x, one.y, one.facing);
  }
  for (const one of picture.characters) over(to, view, one, description.characters[one.number]!);
  minds(to, camera, description, picture);
  if (view.cursor) cross(to, camera.toScreen(view.cursor.x, view.cursor.y));
  if (view.dimmed) {
    to.fillStyle = '#11161B99';
    to.fillRect(0, 0, camera.width, camera.height);
  }
}

function mechanism(to: CanvasRenderingContext2D, { camera, art, description, picture }: View): void {
  for (const number of picture.latest.shut) {
    const [left, bottom, right, top] = description.doors[number]!;
    const corner = camera.toScreen(left, top);
    const [width, height] = [(right - left) * camera.zoom, (top - bottom) * camera.zoom];
    door(to, corner.x, corner.y, width, height, camera.zoom);
  }
  for (const [number, x, y] of picture.lifts) {
    const [wide, tall] = description.lifts[number]!;
    const corner = camera.toScreen(x, y);
    lift(to, corner.x, corner.y, wide * camera.zoom, tall * camera.zoom, camera.zoom);
  }
  for (const [number, x, y] of picture.crates) {
    const [wide, tall] = description.crates[number]!;
    const corner = camera.toScreen(x - wide / 2, y + tall);
    crate(to, corner.x, corner.y, wide * camera.zoom, tall * camera.zoom, camera.zoom);
  }
  const waiting = new Set(picture.latest.waiting);
  for (const [number, [x, y]] of Object.entries(description.switches)) {
    const kind = waiting.has(Number(number)) ? 'switch' : 'pressed switch';
    stand(to, camera, art.item(kind, description.item_cell), x, y, 1);
  }
}

function stand(
  to: CanvasRenderingContext2D,
  camera: Camera,
  sprite: Sprite | null,
  x: number,
  y: number,
  facing: number,
): void {
  if (!sprite) return;
  const foot = camera.toScreen(x, y);
  const [width, height, under] = sprite.cell.map((metres) => metres * camera.zoom) as Cell;
  if (foot.x + width < 0 || foot.x - width > camera.width) return;
  to.save();
  to.translate(foot.x, foot.y + under - height);
  to.scale(facing < 0 ? -1 : 1, 1);
  to.drawImage(sprite.image, sprite.left, 0, sprite.wide, sprite.tall, -width / 2, 0, width, height);
  to.restore();
}

/** The thread: from the player along the route to its target, a knot at each turn, an open ring at the end. */
function way(to: CanvasRenderingContext2D, view: View): void {
  const { camera, picture, description } = view;
  const { answer, target, way: legs } = picture.latest;
  if (answer === 'cannot get there' && target) {
    refused(to, camera, target, view.noWay);
    return;
  }
  const player = picture.characters.find((one) => one.number === description.player);
  if (answer !== 'on the way' || !player || !legs.length) return;
  const points = legs.map(([x, y]) => camera.toScreen(x, y + LIFT));
  let last = camera.toScreen(player.x, player.y + LIFT);
  const colour = THREADS[description.theme];
  to.strokeStyle = to.fillStyle = colour;
  to.lineWidth = 4;
  to.lineCap = to.lineJoin = 'round';
  to.beginPath();
  to.moveTo(last.x, last.y);
  legs.forEach((leg: Leg, index) => {
    const next = points[index]!;
    const rise = leg[2] === 'jump' ? ARC * camera.zoom * 2 : 0;
    to.quadraticCurveTo((last.x + next.x) / 2, (last.y + next.y) / 2 - rise, next.x, next.y);
    last = next;
  });
  to.stroke();
  for (const { x, y } of points.slice(0, -1)) disc(to, x, y, 5);
  ring(to, points.at(-1)!, 8, colour);
}

function refused(
  to: CanvasRenderingContext2D,
  camera: Camera,
  target: [number, number],
  words: string,
): void {
  const at = camera.toScreen(...target);
  ring(to, at, 9, TROUBLE);
  plate(to, camera, words, at.x, at.y + 44, TROUBLE, false);
}

/** What somebody says, or that its script was stopped. */
function over(to: CanvasRenderingContext2D, view: View, one: Seen, cast: Cast): void {
  const { camera } = view;
  const head = camera.toScreen(one.x, one.y + cast.height * 1.25);
  if (head.x < 0 || head.x > camera.width || head.y < 0 || head.y > camera.height) return;
  const words = view.picture.latest.words[one.number];
  if (words) plate(to, camera, words.slice(0, LONGEST_WORDS), head.x, head.y - 8, IVORY, true);
  else if (view.stopped.has(cast.name))
    plate(to, camera, `! ${cast.name}`, head.x, head.y - 8, TROUBLE, true);
}

/** A line of text on a plate whose lower rim is at `bottom`, kept within the canvas. */
function plate(
  to: CanvasRenderingContext2D,
  camera: Camera,
  text: string,
  middle: number,
  bottom: number,
  colour: string,
  tail: boolean,
): void {
  to.font = FONT;
  const width = to.measureText(text).width + 16;
  const x = clamp(middle - width / 2, 6, Math.max(6, camera.width - width - 6));
  to.fillStyle = colour;
  to.beginPath();
  to.roundRect(x, bottom - 26, width, 26, 8);
  if (tail) {
    const at = clamp(middle, x + 12, x + width - 12);
    to.moveTo(at - 6, bottom - 1);
    to.lineTo(at + 6, bottom - 1);
    to.lineTo(at, bottom + 6);
  }
  to.fill();
  to.fillStyle = INK;
  to.textBaseline = 'middle';
  to.fillText(text, x + 8, bottom - 12.5);
}

function disc(to: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  to.beginPath();
  to.arc(x, y, radius, 0, 2 * Math.PI);
  to.fill();
}

function ring(to: CanvasRenderingContext2D, at: Point, radius: number, colour: string): void {
  to.strokeStyle = colour;
  to.lineWidth = 3;
  to.beginPath();
  to.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  to.stroke();
}

/** The cursor: white with a dark rim, so that it shows on any background. */
function cross(to: CanvasRenderingContext2D, at: Point): void {
  for (const [width, colour] of [
    [7, INK],
    [3, WHITE],
  ] as const) {
    to.strokeStyle = colour;
    to.lineWidth = width;
    to.lineCap = 'round';
    to.beginPath();
    to.arc(at.x, at.y, 13, 0, 2 * Math.PI);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      to.moveTo(at.x + dx * 8, at.y + dy * 8);
      to.lineTo(at.x + dx * 19, at.y + dy * 19);
    }
    to.stroke();
  }
}
