/** The directions of a grid and of a compass, in the engine's order, with their words. */

import type { Direction } from '$lib/api/types';
import type { Translated } from '$lib/i18n/index.svelte';

interface Way {
  name: Direction;
  /** One step. */
  step: [number, number];
  words: Translated;
}

const way = (name: Direction, x: number, y: number, en: string, fr: string): Way => ({
  name,
  step: [x, y],
  words: { en, fr },
});

export const GRID: readonly Way[] = [
  way('left', -1, 0, 'left', 'vers la gauche'),
  way('right', 1, 0, 'right', 'vers la droite'),
  way('up', 0, -1, 'up', 'vers le haut'),
  way('down', 0, 1, 'down', 'vers le bas'),
];

export const COMPASS: readonly Way[] = [
  way('N', 0, -1, 'north', 'vers le nord'),
  way('NE', 1, -1, 'north-east', 'vers le nord-est'),
  way('E', 1, 0, 'east', 'vers l’est'),
  way('SE', 1, 1, 'south-east', 'vers le sud-est'),
  way('S', 0, 1, 'south', 'vers le sud'),
  way('SW', -1, 1, 'south-west', 'vers le sud-ouest'),
  way('W', -1, 0, 'west', 'vers l’ouest'),
  way('NW', -1, -1, 'north-west', 'vers le nord-ouest'),
];

/** The letter of a direction in the name of a move. */
export const letterOf = ({ name }: Way): string => name[0]!.toUpperCase();

/** From cell to cell on a grid with that many columns. */
export const apart = (from: number, to: number, columns: number): [number, number] => [
  (to % columns) - (from % columns),
  Math.floor(to / columns) - Math.floor(from / columns),
];
