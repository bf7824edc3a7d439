import { describe, expect, it } from 'vitest';
import type { Move, Piece, Position } from '$lib/api/types';
import { standing, still } from '$lib/kit/drafting';
import { gridGeometry } from '$lib/kit/geometry';
import { Interaction } from './interaction.svelte';
import { refusalOf, type Tried } from './refusals';
import { actsInPlace, ShownGestures, gesturesOf } from './gestures';

const move = (name: string, more: Partial<Move>): Move => ({
  move: name,
  piece: null,
  piece_after: null,
  direction: null,
  pass: false,
  cost: 1,
  from: null,
  to: null,
  cells: [],
  path: [],
  words: name,
  state: '',
  ...more,
});

const press = (cell: number, piece: string | null = null): Move =>
  move(`press ${cell}`, { piece, piece_after: piece, from: cell, to: cell, cells: [cell], path: [[0, 0]] });

const step = (id: string, from: number, to: number): Move =>
  move(`${id} to ${to}`, {
    piece: id,
    piece_after: id,
    from,
    to,
    cells: [to],
    path: [
      [0, 0],
      [to - from, 0],
    ],
  });

const position = (pieces: Piece[], moves: Move[], more: Partial<Position> = {}): Position => ({
  ...still(pieces),
  moves,
  ...more,
});

describe('the ways to make moves', () => {
  const lamp = standing('a', 'on', [0]);

  it('are to carry, to press and to name, each move in exactly one', () => {
    const moves = [step('a', 0, 1), press(3), move('down', {}), move('up', {})];
    const { carried, pressed, named } = gesturesOf(position([lamp], moves));
    expect(carried.map((one) => one.move)).toEqual(['a to 1']);
    expect([...pressed.keys()]).toEqual([3]);
    expect(named.map((one) => one.move)).toEqual(['down', 'up']);
  });

  it('press the cell of a piece that cannot be carried, and name it for one that can', () => {
    expect(gesturesOf(position([lamp], [press(0, 'a')])).pressed.has(0)).toBe(true);
    const both = gesturesOf(position([lamp], [press(0, 'a'), step('a', 0, 1)]));
    expect(both.pressed.size).toBe(0);
    expect(both.named.map((one) => one.move)).toEqual(['press 0']);
  });

  it('name two moves of one cell, and leave passes out', () => {
    const twice = [press(2), { ...press(2), move: 'press 2 long' }];
    expect(gesturesOf(position([], twice)).named).toHaveLength(2);
    expect(gesturesOf(position([], [{ ...press(2), pass: true }])).pressed.size).toBe(0);
  });

  it('name a move of a piece that is not on the board', () => {
    expect(gesturesOf(position([], [step('x', 0, 1)])).named).toHaveLength(1);
  });

  it('stay shown while the server checks a move', () => {
    const shown = new ShownGestures();
    shown.of(position([], [press(3)]));
    expect(shown.of(position([], [])).pressed.has(3)).toBe(true);
    expect(shown.of(position([], [], { solved: true })).pressed.size).toBe(0);
  });

  it('know what acts in place', () => {
    expect(actsInPlace(press(3))).toBe(true);
    expect(actsInPlace(step('a', 0, 1))).toBe(false);
    expect(actsInPlace(move('down', {}))).toBe(false);
  });
});

describe('an interaction that presses', () => {
  const geometry = gridGeometry(2, 2, { pitch: 100, margin: 20, radius: 0 });
  const lamp = standing('a', 'on', [0]);

  function interactionOn(shown: Position): { interaction: Interaction; made: string[]; tried: Tried[] } {
    const made: string[] = [];
    const tried: Tried[] = [];
    const interaction = new Interaction(
      () => geometry,
      () => shown,
      { move: (one) => made.push(one.move), refuse: (one) => tried.push(one) },
    );
    return { interaction, made, tried };
  }

  const tap = (interaction: Interaction, cell: number, until = cell): void => {
    expect(interaction.down(geometry.at(cell))).toBe(false);
    interaction.drag(geometry.at(until));
    interaction.up(geometry.at(until), false);
  };

  it('makes the move of an empty cell, and of a piece, and picks nothing up', () => {
    const { interaction, made } = interactionOn(position([lamp], [press(0, 'a'), press(3)]));
    tap(interaction, 3);
    tap(interaction, 0);
    expect(made).toEqual(['press 3', 'press 0']);
    expect(interaction.picked).toBeNull();
  });

  it('makes none where it is let go elsewhere', () => {
    const { interaction, made } = interactionOn(position([lamp], [press(0, 'a'), press(3)]));
    tap(interaction, 3, 2);
    expect(made).toEqual([]);
  });

  it('says why a cell cannot be pressed', () => {
    const reason = 'the lamp is broken';
    const refusals = [{ piece: null, direction: null, to: 2, reason }];
    const { interaction, made, tried } = interactionOn(position([], [press(3)]));
    tap(interaction, 2);
    expect(made).toEqual([]);
    expect(tried.map((one) => refusalOf(refusals, one)?.reason)).toEqual([reason]);
  });

  it('goes a way of several moves to an empty cell, or to a piece that cannot be carried', () => {
    const gone: (number | string)[] = [];
    const shown = position([lamp, standing('b', 'on', [2])], [step('a', 0, 1)]);
    const interaction = new Interaction(
      () => geometry,
      () => shown,
      { move: () => {}, refuse: () => {}, way: (piece, cell) => gone.push(piece?.id ?? '-', cell) > 0 },
    );
    const press = (cell: number): void => {
      interaction.down(geometry.at(cell));
      interaction.up(geometry.at(cell), false);
    };
    press(3);
    press(2);
    press(0);
    expect(interaction.picked).toBe('a');
    press(3);
    expect(gone).toEqual(['-', 3, '-', 2, 'a', 3]);
    expect(interaction.picked).toBeNull();
  });

  it('still picks up what can be carried', () => {
    const { interaction, made } = interactionOn(position([lamp], [step('a', 0, 1), press(3)]));
    expect(interaction.down(geometry.at(0))).toBe(true);
    interaction.up(geometry.at(0), false);
    expect(interaction.picked).toBe('a');
    tap(interaction, 3);
    expect(made).toEqual(['press 3']);
    expect(interaction.picked).toBeNull();
  });
});
