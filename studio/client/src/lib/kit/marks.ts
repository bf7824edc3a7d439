/** Shapes that may be on a piece instead of its letter, about as large as a disc of radius 1. */

import type { Shape } from './colours';

const round = (n: number): string => n.toFixed(3);
const polygon = (points: [number, number][]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;

const around = (count: number, radius: (k: number) => number, turn = 0): [number, number][] =>
  Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count + turn;
    return [Math.sin(angle) * radius(k), -Math.cos(angle) * radius(k)];
  });

const [arm, tip] = [0.32, 0.95];

export const SHAPE_PATHS: Record<Shape, string> = {
  triangle: polygon([
    [0, -0.9],
    [0.92, 0.72],
    [-0.92, 0.72],
  ]),
  diamond: polygon([
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ]),
  star: polygon(around(10, (k) => (k % 2 ? 0.47 : 1.08))),
  square: polygon([
    [-0.76, -0.76],
    [0.76, -0.76],
    [0.76, 0.76],
    [-0.76, 0.76],
  ]),
  circle: 'M-.8 0A.8 .8 0 1 1 .8 0A.8 .8 0 1 1 -.8 0Z',
  cross: polygon([
    [arm, -tip],
    [arm, -arm],
    [tip, -arm],
    [tip, arm],
    [arm, arm],
    [arm, tip],
    [-arm, tip],
    [-arm, arm],
    [-tip, arm],
    [-tip, -arm],
    [-arm, -arm],
    [-arm, -tip],
  ]),
  hexagon: polygon(around(6, () => 1, Math.PI / 6)),
  bar: polygon([
    [-0.9, -0.34],
    [0.9, -0.34],
    [0.9, 0.34],
    [-0.9, 0.34],
  ]),
};
