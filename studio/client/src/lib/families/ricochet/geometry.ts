import { gridGeometry, type Geometry } from '$lib/kit/geometry';
import { TILES } from './measures';

/** The geometry of the board, and of the goal that is shown beside it. */
export const tileGeometry = (rows: number, columns: number): Geometry =>
  gridGeometry(rows, columns, { pitch: TILES.cell, margin: TILES.margin, radius: TILES.trayRadius });
