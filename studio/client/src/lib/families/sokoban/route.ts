/** The ways that a press on a cell stands for: of the player to the cell, or of a picked-up box. */

import type { Piece, Position, Scene } from '$lib/api/types';

const WAYS = [
  { name: 'left', x: -1, y: 0, letter: 'L' },
  { name: 'right', x: 1, y: 0, letter: 'R' },
  { name: 'up', x: 0, y: -1, letter: 'U' },
  { name: 'down', x: 0, y: 1, letter: 'D' },
] as const;

/** The names of the moves: steps of the player where it is played by keys, pushes of the box where they count. */
export function route(scene: Scene, position: Position, piece: Piece | null, cell: number): string[] {
  const player = position.pieces.find(({ token }) => token === 'pusher')!.cells[0]!;
  const boxes = new Set(position.pieces.filter(({ token }) => token === 'box').map(({ cells }) => cells[0]!));
  const room = new Room(scene, boxes);
  if (scene.keys?.length) return room.steps(player, cell);
  if (piece?.token !== 'box') return [];
  return new Room(scene, new Set([...boxes].filter((one) => one !== piece.cells[0]))).pushes(
    piece.cells[0]!,
    player,
    cell,
  );
}

/** A position for searches: which cells are closed. */
class Room {
  private readonly columns: number;
  private readonly walls: Set<number>;

  constructor(
    private readonly scene: Scene,
    private readonly boxes: ReadonlySet<number>,
  ) {
    this.columns = scene.columns!;
    this.walls = new Set(scene.stones);
  }

  private isFree = (cell: number): boolean => !this.walls.has(cell) && !this.boxes.has(cell);

  private beside(cell: number, { x, y }: { x: number; y: number }): number {
    return cell + y * this.columns + x;
  }

  /** The shortest walk; to a box beside it, the push. */
  steps(from: number, to: number): string[] {
    const push = WAYS.find((way) => this.beside(from, way) === to);
    if (push && this.boxes.has(to)) return this.isFree(this.beside(to, push)) ? [push.name] : [];
    const before = new Map<number, { cell: number; name: string } | null>([[from, null]]);
    for (const cell of before.keys()) {
      if (cell === to) break;
      for (const way of WAYS) {
        const there = this.beside(cell, way);
        if (this.isFree(there) && !before.has(there)) before.set(there, { cell, name: way.name });
      }
    }
    const names: string[] = [];
    for (let step = before.get(to); step; step = before.get(step.cell)) names.unshift(step.name);
    return names;
  }

  /** The fewest pushes that bring a box to a cell, while the others stay. */
  pushes(box: number, player: number, to: number): string[] {
    const begin = { box, player, names: [] as string[] };
    const seen = new Set<string>();
    const waiting = [begin];
    for (const now of waiting) {
      if (now.box === to) return now.names;
      const walked = this.walked(now.player, now.box);
      const key = `${now.box} ${Math.min(...walked)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const way of WAYS) {
        const there = this.beside(now.box, way);
        const behind = this.beside(now.box, { x: -way.x, y: -way.y });
        if (!this.isFree(there) || !walked.has(behind)) continue;
        const name = this.scene.cells[now.box]!.name + way.letter;
        waiting.push({ box: there, player: now.box, names: [...now.names, name] });
      }
    }
    return [];
  }

  private walked(player: number, box: number): Set<number> {
    const found = new Set([player]);
    for (const cell of found) {
      for (const way of WAYS) {
        const there = this.beside(cell, way);
        if (this.isFree(there) && there !== box) found.add(there);
      }
    }
    return found;
  }
}
