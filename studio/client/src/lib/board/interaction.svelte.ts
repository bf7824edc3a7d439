/**
 * What pointer and keyboard do on a board: which piece is picked up, where it is dragged, where it would go.
 *
 *     idle --press a piece--> picked --move--> dragged --let go on a stop--> move, idle
 *                               |  \--press a stop, Enter on it--> move, idle
 *                               \--press it again, Escape--> idle
 *     idle --press a cell on which a move acts in place, let go there--> move, idle
 *     idle --press no piece, let go farther on--> the move of the key for that direction, idle
 *     idle or picked --press a cell that a way of several moves leads to--> those moves, idle
 *
 * It knows no rule: stops are the legal moves that the server listed.
 */

import type { Move, Piece, Position } from '$lib/api/types';
import type { Geometry, Point } from '$lib/kit/geometry';
import { dragTo, stopAt, stopsOf, type Stop } from './stops';
import { gesturesOf } from './gestures';
import type { Tried } from './refusals';
import { isMeant, swipeOf } from './keyed';

/** How far a swipe leads at least, in cells. */
const SWIPE_STARTS = 0.4;

export interface InteractionEvents {
  move(move: Move, dragged: boolean): void;
  /** Makes the moves that a press on a cell stands for. Returns whether there are any. */
  way?(piece: Piece | null, cell: number): boolean;
  refuse(tried: Tried): void;
  /** A swipe stands for a key that changes nothing. */
  vain?(key: string): void;
  log?(event: 'drag_start' | 'drag_end', piece: Piece, to: number | null): void;
}

type Press =
  | { on: 'piece'; piece: Piece; from: Point; wasPicked: boolean }
  | { on: 'stop'; stop: Stop }
  | { on: 'place'; move: Move; cell: number }
  | { on: 'empty'; cell: number | null; from: Point };

export class Interaction {
  picked = $state<string | null>(null);
  dragged = $state<Point | null>(null);
  aimed = $state<Stop | null>(null);

  private readonly gestures = $derived.by(() => gesturesOf(this.position()));
  readonly piece = $derived.by(() => this.position().pieces.find(({ id }) => id === this.picked) ?? null);
  readonly stops = $derived.by(() =>
    this.piece ? stopsOf(this.geometry(), this.piece, this.gestures.carried) : [],
  );

  private press: Press | null = null;

  constructor(
    private readonly geometry: () => Geometry,
    private readonly position: () => Position,
    private readonly events: InteractionEvents,
    /** Whether the board is played by keys, each a direction. */
    private readonly isKeyed: () => boolean = () => false,
  ) {}

  /** The pointer goes down. Returns whether a piece can now be dragged. */
  down(point: Point): boolean {
    const cell = this.geometry().cellAt(point);
    const under = this.pieceOn(cell);
    const stop = this.piece && cell !== null ? stopAt(this.geometry(), this.stops, this.piece, cell) : null;
    const move = under ? this.pressOf(under) : this.gestures.pressed.get(cell ?? -1);
    if (stop && under?.id !== this.picked) {
      this.press = { on: 'stop', stop };
    } else if (move && cell !== null) {
      this.putDown();
      this.press = { on: 'place', move, cell };
    } else if (under) {
      this.press = { on: 'piece', piece: under, from: point, wasPicked: under.id === this.picked };
      this.pick(under.id);
    } else {
      this.press = { on: 'empty', cell, from: point };
    }
    return this.press.on === 'piece';
  }

  /** The pointer has moved far enough to be dragging the piece. */
  drag(point: Point): void {
    if (this.press?.on !== 'piece' || !this.piece) return;
    if (!this.dragged) this.events.log?.('drag_start', this.piece, null);
    const start = this.geometry().at(this.piece.cells[0]!);
    const wanted = { x: start.x + point.x - this.press.from.x, y: start.y + point.y - this.press.from.y };
    const { at, stop } = dragTo(this.geometry(), this.stops, start, wanted);
    this.dragged = at;
    this.aimed = stop;
  }

  /** The pointer goes up. A piece released `outside` the board goes back. */
  up(point: Point, outside: boolean): void {
    const press = this.press;
    this.press = null;
    if (press?.on === 'stop') return this.act(press.stop.move, false);
    if (press?.on === 'place') {
      if (this.geometry().cellAt(point) === press.cell) this.act(press.move, false);
      return;
    }
    if (press?.on === 'empty') {
      const key = this.swiped(press.from, point);
      const meant = this.isKeyed() ? this.position().moves : this.gestures.named;
      const move = key && meant.find((move) => isMeant(move, key));
      if (move) return this.act(move, true);
      if (key && this.isKeyed()) this.events.vain?.(key);
      return this.toEmpty(press.cell);
    }
    if (press?.on !== 'piece') return;
    if (this.dragged) return this.dropped(press.from, point, outside);
    const cell = this.geometry().cellAt(point);
    if (!this.stops.length && this.goes(null, cell)) return;
    if (press.wasPicked) this.putDown();
    else if (!this.stops.length) this.refuse(null, { x: 0, y: 0 });
  }

  private dropped(from: Point, point: Point, outside: boolean): void {
    const stop = outside ? null : this.aimed;
    if (this.piece) this.events.log?.('drag_end', this.piece, stop?.move.to ?? null);
    if (stop) return this.act(stop.move, true);
    this.dragged = null;
    this.aimed = null;
    const vector = { x: point.x - from.x, y: point.y - from.y };
    const far = Math.hypot(vector.x, vector.y) > this.geometry().unit * 0.3;
    const cell = this.geometry().cellAt(point);
    if (far && !outside && !this.goes(this.piece, cell)) this.refuse(cell, vector);
    this.putDown();
  }

  /** The key that a swipe stands for, if it is one. */
  private swiped(from: Point, to: Point): string | null {
    const vector = { x: to.x - from.x, y: to.y - from.y };
    const isFar = Math.hypot(vector.x, vector.y) >= this.geometry().unit * SWIPE_STARTS;
    return isFar ? swipeOf(vector) : null;
  }

  private toEmpty(cell: number | null): void {
    if (this.goes(this.piece, cell)) return;
    if (cell === null) return this.putDown();
    if (!this.piece && this.mayBePressed()) {
      return this.events.refuse({ piece: null, cell, turn: { x: 0, y: 0 } });
    }
    if (!this.piece) return this.putDown();
    const here = this.geometry().at(this.piece.cells[0]!);
    const there = this.geometry().at(cell);
    this.refuse(cell, { x: there.x - here.x, y: there.y - here.y });
  }

  /** Goes the way that leads a piece, or whatever moves, to a cell. Returns whether there is one. */
  private goes(piece: Piece | null, cell: number | null): boolean {
    if (cell === null || !this.events.way?.(piece, cell)) return false;
    this.putDown();
    return true;
  }

  pick(id: string): void {
    if (this.picked !== id) this.dragged = null;
    this.picked = id;
    this.aimed = null;
  }

  putDown(): void {
    this.press = null;
    this.picked = null;
    this.dragged = null;
    this.aimed = null;
  }

  act(move: Move, dragged: boolean): void {
    this.events.move(move, dragged);
    this.putDown();
  }

  /** The move that a press on this piece makes, if it acts where it stands. */
  pressOf(piece: Piece): Move | null {
    for (const cell of piece.cells) {
      const move = this.gestures.pressed.get(cell);
      if (move) return move;
    }
    return null;
  }

  /** Whether cells are pressed on this board. Where none can be now: if nothing is carried, and there are no keys. */
  private mayBePressed(): boolean {
    const { carried, pressed } = this.gestures;
    if (pressed.size) return true;
    const { moves, refused, solved } = this.position();
    // Until the server has said what is legal, nothing is refused.
    const isKnown = moves.length > 0 || refused?.length !== 0;
    return isKnown && !solved && !carried.length && !this.isKeyed();
  }

  /** Refuses to take the piece to that cell, or in that direction. */
  refuse(cell: number | null, vector: Point): void {
    const piece = this.piece;
    const { moves, refused } = this.position();
    // Until the server has said what is legal, nothing is refused.
    if (!piece || (!moves.length && refused?.length === 0)) return;
    const length = Math.hypot(vector.x, vector.y) || 1;
    this.events.refuse({ piece, cell, turn: { x: vector.x / length, y: vector.y / length } });
  }

  private pieceOn(cell: number | null): Piece | null {
    if (cell === null) return null;
    return this.position().pieces.find((piece) => piece.cells.includes(cell)) ?? null;
  }
}
