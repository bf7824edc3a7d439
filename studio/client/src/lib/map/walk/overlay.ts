/** What is drawn on top of the map: the thread, gates, pins and the current states. Few things, drawn in each frame. */

import type { Camera, Spot } from './camera';

export interface Marks {
  start: number;
  goal: number | null;
  /** Each gate: the state with the number, then any other that may be passed instead. */
  gates: number[][];
  /** States of the line that is shown as a thread. */
  thread: number[];
  pins: number[];
  /** The state whose board is shown, and the one under the pointer. */
  here: number;
  hover: number | null;
  /** Where the best moves and, with "what if", the bad moves lead. */
  best: number[];
  bad: number[];
  words: { start: string; goal: string };
}

export interface Room {
  paper: string;
  ink: string;
  accent: string;
  good: string;
  trouble: string;
  font: string;
}

const TAU = 2 * Math.PI;

export function drawMarks(context: CanvasRenderingContext2D, camera: Camera, marks: Marks, room: Room): void {
  const at = (state: number): Spot => camera.at(state);
  context.clearRect(0, 0, camera.width, camera.height);
  context.lineJoin = context.lineCap = 'round';
  drawThread(context, marks.thread.map(at), room);
  for (const state of marks.bad) spoke(context, at(marks.here), at(state), room.trouble, [3, 5], room);
  for (const state of marks.best) spoke(context, at(marks.here), at(state), room.good, [], room);
  marks.gates.forEach(([gate, ...others], index) => {
    for (const other of others) ring(context, at(other), 5, room.accent, 2, room);
    badge(context, at(gate!), String(index + 1), room);
  });
  end(context, at(marks.start), marks.words.start, false, room);
  if (marks.goal !== null) end(context, at(marks.goal), marks.words.goal, true, room);
  marks.pins.forEach((pin, index) => drawPin(context, at(pin), 'AB'[index]!, room));
  if (marks.hover !== null && marks.hover !== marks.here)
    ring(context, at(marks.hover), 8, room.ink, 1.6, room);
  ring(context, at(marks.here), 10, room.ink, 2.6, room);
}

function drawThread(context: CanvasRenderingContext2D, points: Spot[], room: Room): void {
  if (points.length < 2) return;
  const trace = () => {
    context.beginPath();
    points.forEach(({ x, y }, index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  };
  for (const [colour, width] of [
    [room.paper, 5.5],
    [room.accent, 2.8],
  ] as const) {
    trace();
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
  context.fillStyle = room.accent;
  const knot = points.length <= 40 ? 3.2 : 2.2;
  for (const { x, y } of points) disc(context, x, y, knot);
}

function spoke(
  context: CanvasRenderingContext2D,
  from: Spot,
  to: Spot,
  colour: string,
  dash: number[],
  room: Room,
): void {
  for (const [ink, width] of [
    [room.paper, 4.5],
    [colour, 2.4],
  ] as const) {
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.setLineDash(ink === room.paper ? [] : dash);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.setLineDash([]);
  context.fillStyle = colour;
  disc(context, to.x, to.y, 4.5);
}

function badge(context: CanvasRenderingContext2D, { x, y }: Spot, text: string, room: Room): void {
  context.fillStyle = room.accent;
  context.strokeStyle = room.paper;
  context.lineWidth = 2.5;
  disc(context, x, y, 11);
  context.stroke();
  context.fillStyle = room.paper;
  context.font = `600 13px ${room.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y + 0.5);
}

function end(
  context: CanvasRenderingContext2D,
  { x, y }: Spot,
  word: string,
  filled: boolean,
  room: Room,
): void {
  context.fillStyle = filled ? room.accent : room.paper;
  context.strokeStyle = filled ? room.paper : room.accent;
  context.lineWidth = filled ? 3 : 4;
  disc(context, x, y, 8);
  context.stroke();
  label(context, word, x, y - 20, room);
}

function drawPin(context: CanvasRenderingContext2D, { x, y }: Spot, letter: string, room: Room): void {
  context.fillStyle = room.ink;
  context.strokeStyle = room.paper;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x - 11, y - 14, x - 11, y - 22);
  context.arc(x, y - 22, 11, Math.PI, 0);
  context.quadraticCurveTo(x + 11, y - 14, x, y);
  context.fill();
  context.stroke();
  context.fillStyle = room.paper;
  context.font = `600 13px ${room.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letter, x, y - 21.5);
}

function ring(
  context: CanvasRenderingContext2D,
  { x, y }: Spot,
  r: number,
  colour: string,
  width: number,
  room: Room,
): void {
  for (const [ink, wide] of [
    [room.paper, width + 3],
    [colour, width],
  ] as const) {
    context.strokeStyle = ink;
    context.lineWidth = wide;
    context.beginPath();
    context.arc(x, y, r, 0, TAU);
    context.stroke();
  }
}

function label(context: CanvasRenderingContext2D, text: string, x: number, y: number, room: Room): void {
  context.font = `600 13px ${room.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.strokeStyle = room.paper;
  context.lineWidth = 4;
  context.strokeText(text, x, y);
  context.fillStyle = room.ink;
  context.fillText(text, x, y);
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  context.beginPath();
  context.arc(x, y, r, 0, TAU);
  context.fill();
}
