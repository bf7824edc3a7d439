/**
 * What a family of puzzles gives to the client.
 *
 * A family is one folder, `lib/families/<family>/`, named as the server names the family. The client finds the
 * folder by itself, and no other file names a family. Each part is a file of its own, so that a page loads only
 * the parts that it needs:
 *
 *     about.ts          about: About              what it is called, and its place in lists
 *     Drawing.svelte    drawing: Partial<Drawing> how its boards look
 *     play.ts           play: PlayTexts           what the page of a game says, and what a press on a cell does
 *     numbers.ts        numbers: Numbers          how the engine's plain numbers read, in pages without a server
 *     Goal.svelte       component of GoalProps    a picture of the goal, beside the board
 *     lesson.ts         lesson: Lesson            its page of the rules
 *     maker.ts          maker: Maker              how its boards are drawn in the maker
 *     Options.svelte    component of OptionsProps its own options in the maker
 *     ToolIcon.svelte   component of IconProps    the pictures of its own tools there
 *
 * Only `Drawing.svelte` must be there. What is absent has a plain substitute, and so has a family without a
 * folder: see `families/Plain.svelte` and `families/makers.ts`. `families/null/` is the template.
 */

import type { Snippet } from 'svelte';
import type { BoardKeys, Edge, Move, Piece, Position, Scene } from '$lib/api/types';
import type { Translated } from '$lib/i18n/index.svelte';
import type { Marks } from '$lib/state/settings.svelte';
import type { TokenLook } from './colours';
import type { Geometry } from './geometry';
import type { KeyedPiece } from './keys';

export interface About {
  name: Translated;
  /** Families with a place come first in lists, in this order; the others follow by name. */
  place?: number;
  /** It can be played by its address, but no list offers it. */
  hidden?: boolean;
}

/** `small`: a thumbnail, too small for letters. `phone`: marks that stay legible on a narrow screen. */
export interface Look {
  scene: Scene;
  geometry: Geometry;
  tokens: Map<string, TokenLook>;
  marks: Marks;
  small: boolean;
  phone: boolean;
}

export interface Drawing {
  geometry(scene: Scene): Geometry;
  /** The colours of pieces that have a role instead of a mark. */
  roles: Record<string, string>;
  /** What stands still: cells, lines, stones, goals. A tray is drawn below if the geometry has a radius. */
  back: Snippet<[Look]>;
  /** What depends on the position but is not a piece. */
  under: Snippet<[Look, Position]>;
  /** A piece around (0, 0), the middle of its first cell. */
  piece: Snippet<[Look, KeyedPiece]>;
  /** The ring of attention around a piece, and the outline of the place it left. */
  ring: Snippet<[Look, KeyedPiece]>;
  ghost: Snippet<[Look, KeyedPiece]>;
  /** The colour of signs on this board. */
  sign: string;
  /** How the places where a piece may go are shown: discs, arrows along a grid, or rings to land in. */
  stops: 'disc' | 'arrow' | 'landing';
}

/** Texts of the page of a game. A page that gets none shows the caption of the scene. */
export interface PlayTexts {
  /** Moves cannot be undone by other moves, so the goal may be lost for good; the page warns when it is. */
  oneWay?: boolean;
  /** Shown before the first move. */
  opening?(): string;
  /** Whose turn it is, and what that means, where players of one board take turns. */
  turn?(position: Position): { title: string; text: string } | null;
  /**
   * The moves that a press on a cell stands for, where one move goes only a part of the way: their names, or on a
   * board that is played by keys their directions. `piece` is the one that is picked up. Empty if no way leads there.
   */
  route?(scene: Scene, position: Position, piece: Piece | null, cell: number): string[];
  /** The seeds of the game's own sounds of a turn that led from one position to another, or of its undoing. */
  heard?(scene: Scene, before: Position, after: Position, last: { move: Move; back: boolean }): number[];
  /** The same of a key that changes nothing. */
  heardInVain?(scene: Scene, position: Position, key: string): number[];
  /** The seeds of its own sounds of an event: `startlevel`, `endlevel`, `restart`, `showmessage` and the like. */
  heardOf?(scene: Scene, event: string): number[];
  /** Whether a move ends what is undone at once: a push ends the walk to it. By default each move does. */
  ends?(move: string): boolean;
}

/** A move as a page shows it: everything but what comes after it. */
export type Shown = Omit<Move, 'state' | 'cost'> & {
  /** What is moved, as in "piece A". */
  mover: string;
};

/**
 * How to read positions and moves of a family in a page that has the engine instead of the server. The engine
 * says which moves are legal and where they lead; this only gives them names and places.
 */
export interface Numbers {
  move(
    scene: Scene,
    position: Position,
    code: readonly number[],
    values: Readonly<Record<string, unknown>>,
  ): Shown;
  /** What a page shows of a position besides its pieces: whose turn it is, which square counts, sprites. */
  shown?(
    position: readonly number[],
    values: Readonly<Record<string, unknown>>,
    scene: Scene,
  ): Partial<Pick<Position, 'turn' | 'reading' | 'piles'>>;
  /** What keys ask for beside where they lead, as the engine says of each code. */
  asked?(scene: Scene, ask: (code: number[]) => Promise<readonly number[]>): Promise<Pick<Position, 'asked'>>;
  /** The three levels of a hint, where a move is not to move something. */
  hint?(move: Shown): string[];
  /** The sort key of a move, if that is not its code. */
  order?(move: Shown, code: readonly number[]): readonly (number | string)[];
}

export interface GoalProps {
  scene: Scene;
  /** The colours of roles, as the drawing of the family has them. */
  roles: Record<string, string>;
}

export interface Lesson {
  /** The rule, sentence by sentence. */
  sentences: Translated<string[]>;
  /** Small boards to learn on, the easiest first. The last one is also shown being solved. */
  boards: string[];
  /** Shown if the reader has not chosen a family. */
  first?: boolean;
}

export type Side = 'start' | 'goal';

/** A tool of the maker's palette. Only their family knows `own` tools. */
export type Tool =
  | { kind: 'select' | 'new' | 'wall' | 'thin' | 'erase' | 'hole' }
  | { kind: 'token'; token: string }
  | { kind: 'own'; name: string };

export interface Stroke {
  side: Side;
  cell: number;
  tool: Tool;
  /** Whether the stroke begins here, and the token that it has drawn with since it began. */
  first: boolean;
  token: string | null;
  /** The side of the cell that is nearest to the pointer. */
  edge: Edge;
}

export interface Stroked {
  keys: BoardKeys;
  token: string | null;
}

export interface Picture {
  scene: Scene;
  position: Position;
}

/**
 * A board while it is being drawn: the keys of its TOML file, and what a stroke of a tool makes of them.
 *
 * A maker knows how the boards of its family are written, not how they are played. What is drawn may be
 * unfinished, so the picture is made from the keys; the server says whether the board is valid, and what it is
 * worth.
 */
export interface Maker {
  /** Whether start and goal are two boards. */
  sides: Side[];
  /** The maker begins with it if the reader has not chosen a family. */
  first?: boolean;
  /** Pieces are coloured by their roles, so a letter that is not on the board yet has no colour. */
  coloursByRole?: boolean;
  blank(): BoardKeys;
  size(keys: BoardKeys): { rows: number; columns: number } | null;
  resize(keys: BoardKeys, rows: number, columns: number): BoardKeys;
  tools(keys: BoardKeys, side: Side): Tool[];
  /** What an own tool is called, and any other that has a name of its own in this family. */
  toolLabel?(name: string): string | null;
  stroke(keys: BoardKeys, stroke: Stroke): Stroked;
  /** The board with what stands on a cell moved to another; the same keys if it does not fit there. */
  move?(keys: BoardKeys, side: Side, from: number, to: number): BoardKeys;
  /** The boards that are drawn, if that depends on the keys: the goal may be a gate. */
  shows?(keys: BoardKeys): Side[];
  /** `known` is the last picture that the server gave: the shape of a graph comes from there. */
  picture(keys: BoardKeys, side: Side, known: Picture | null): Picture | null;
}

export interface OptionsProps {
  keys: BoardKeys;
  onchange: (keys: BoardKeys) => void;
}

export interface IconProps {
  name: string;
}
