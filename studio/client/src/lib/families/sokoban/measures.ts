/** In SVG units; the page scales the board. */
export const ROOM = { cell: 64, margin: 14, box: 23, head: 21, trayRadius: 22 };

/** The colours of boxes, of boxes on a goal, and of the player. */
export const COLOURS = { box: '#F19506', home: '#49B888', player: '#508DFF' } as const;
