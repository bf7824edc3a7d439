// @vitest-environment happy-dom
import { SvelteMap } from 'svelte/reactivity';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Hint, Move, Position } from '$lib/api/types';
import { Follower } from '$lib/local/follower';
import { engineOf, GAMES } from '$lib/local/testing';
import * as chirps from '$lib/state/chirp';
import { settings } from '$lib/state/settings.svelte';
import { drawn, named, press, shown } from '$lib/ui/testing';
import Board from './Board.svelte';
import type { Tried } from './refusals';

const game = GAMES.find(({ board }) => board.made.family === 'blocks')!;
let position: Position;

beforeAll(async () => {
  const follower = new Follower(game.board, engineOf(game));
  position = await follower.shown(follower.now);
});

function board(more: object = {}) {
  const [onmove, onrefuse] = [vi.fn<(move: Move) => void>(), vi.fn<(tried: Tried) => void>()];
  const { scene } = game.board;
  const props = { scene, position, label: 'the board', interactive: true, onmove, onrefuse, ...more };
  return { at: shown(Board, props), onmove, onrefuse };
}

const pieceOf = (at: Element, id: string) => at.querySelector<SVGGElement>(`[data-piece="${id}"]`)!;
const waysOf = (id: string) => position.moves.filter(({ piece }) => piece === id);

describe('a board', () => {
  it('has a button for each piece, of which one can be reached with Tab', () => {
    const { at } = board();
    const buttons = [...at.querySelectorAll('.piece')];
    expect(buttons.map((node) => node.getAttribute('aria-label')).sort()).toEqual(
      position.pieces.map(({ name }) => name).sort(),
    );
    expect(buttons.filter((node) => node.getAttribute('tabindex') === '0')).toHaveLength(1);
  });

  it('is a picture where nothing can be done', () => {
    const { at } = board({ interactive: false });
    expect(named(at, 'img', 'the board').querySelector('[role=button]')).toBeNull();
  });

  it('moves a piece by keyboard: pick it up, go to where it can go, put it down', async () => {
    const { id } = position.pieces.find((piece) => waysOf(piece.id).length)!;
    const { at, onmove } = board();
    press(pieceOf(at, id), 'Enter');
    await drawn();
    expect(pieceOf(at, id).getAttribute('aria-pressed')).toBe('true');
    const stops = [...at.querySelectorAll('[data-stop]')].map((node) => node.getAttribute('data-stop'));
    expect(stops.sort()).toEqual(
      waysOf(id)
        .map(({ move }) => move)
        .sort(),
    );
    press(at.querySelector(`[data-stop="${waysOf(id)[0]!.move}"]`)!, 'Enter');
    expect(onmove).toHaveBeenCalledExactlyOnceWith(waysOf(id)[0]);
  });

  it('puts a piece back with Escape', async () => {
    const { id } = position.pieces.find((piece) => waysOf(piece.id).length)!;
    const { at, onmove } = board();
    press(pieceOf(at, id), 'Enter');
    press(pieceOf(at, id), 'Escape');
    await drawn();
    expect(pieceOf(at, id).getAttribute('aria-pressed')).toBe('false');
    expect([at.querySelector('[data-stop]'), onmove.mock.calls]).toEqual([null, []]);
  });

  it('reports a piece that cannot move', () => {
    const stuck = position.pieces.find((piece) => !waysOf(piece.id).length)!;
    const { at, onrefuse, onmove } = board();
    press(pieceOf(at, stuck.id), 'Enter');
    expect(onrefuse.mock.calls[0]![0].piece!.id).toBe(stuck.id);
    expect(onmove).not.toHaveBeenCalled();
  });

  it('refuses nothing while a move is judged', () => {
    const judged = { ...position, moves: [], refused: [] };
    const { at, onrefuse } = board({ position: judged });
    press(pieceOf(at, position.pieces[0]!.id), 'Enter');
    expect(onrefuse).not.toHaveBeenCalled();
  });

  it('shows a hint until a piece is picked up', async () => {
    const [move] = position.moves;
    const hint = { piece: move!.piece, direction: move!.direction, move: move!, levels: ['Move.'] };
    const { at } = board({ hint: hint as Hint });
    expect(at.querySelector('.hint')).not.toBeNull();
    press(pieceOf(at, move!.piece!), 'Enter');
    await drawn();
    expect(at.querySelector('.hint')).toBeNull();
  });
});

describe('a game with sounds of its own', () => {
  const sprites = [{ sprites: [1], verb: 'move', ways: [], seed: 7 }];
  const scene = {
    ...GAMES.find(({ board }) => board.made.family === 'puzzlescript')!.board.scene,
    sounds: { events: { endlevel: 9, showmessage: 5, closemessage: 6 }, sprites },
    said: ['Heave ho!', 'Well done.'],
  };
  const cells = scene.cells.length;
  const at = (state: string, cell: number, solved = false): Position => ({
    ...position,
    state,
    solved,
    pieces: [],
    moves: [],
    piles: Array.from({ length: cells }, (_, place) => (place === cell ? [0, 1] : [0])),
  });

  const speaking = (...messages: number[]): Position => ({
    ...at('a', 0),
    asked: { right: { sounds: [], messages } },
  });
  const last = { move: { move: 'right', piece: null, from: null } as Move, back: false };

  /** Shows one position after the other, each with the step that led there. What is heard comes later, too. */
  async function played(...steps: [Position, typeof last | null][]) {
    const chirp = vi.spyOn(chirps, 'chirp').mockReturnValue();
    settings.sound = true;
    onTestFinished(() => {
      chirp.mockRestore();
      settings.sound = false;
    });
    const shows = new SvelteMap<string, unknown>();
    const props = {
      scene,
      label: 'the level',
      interactive: true,
      get position() {
        return shows.get('position') as Position;
      },
      get last() {
        return shows.get('last') as typeof last | null;
      },
    };
    const show = ([now, step]: (typeof steps)[number]) => {
      shows.set('position', now);
      shows.set('last', step);
    };
    show(steps[0]!);
    const board = shown(Board, props as never);
    for (const step of steps.slice(1)) {
      show(step);
      await drawn();
    }
    return { board, heard: () => chirp.mock.calls.flatMap(([seeds]) => [...seeds]) };
  }

  /** After the move, the page without a server learns later that it has won. */
  const won = (): [Position, typeof last][] => [
    [at('b', 1), last],
    [{ ...at('b', 1), solved: true }, last],
  ];

  it('is heard at the move, and once more when it is won', async () => {
    const { heard } = await played([at('a', 0), null], ...won());
    expect(heard()).toEqual([7, 9]);
  });

  it('ends when its last message is read, even if the browser closes that', async () => {
    const { board, heard } = await played([speaking(0, 1), null], ...won());
    const dialog = board.querySelector('dialog')!;
    expect([dialog.open, dialog.querySelector('p')!.textContent]).toEqual([true, 'Heave ho!']);
    dialog.close();
    await drawn();
    expect([dialog.open, dialog.querySelector('p')!.textContent]).toEqual([true, 'Well done.']);
    expect(heard()).toEqual([7, 5]);
    press(dialog, 'x');
    await drawn();
    expect([board.querySelector('dialog'), heard()]).toEqual([null, [7, 5, 6, 9]]);
  });

  it('says nothing in a replay', async () => {
    const here = speaking(0);
    const { asked: _, ...start } = here;
    const { board } = await played([here, null], [start, null], [at('b', 1), last]);
    expect(board.querySelector('dialog')).toBeNull();
  });
});
