/** What the server sends about worlds, in metres with y up; docs/studio-api.md explains each key. */

export interface Goal {
  collect: Record<string, number>;
  reach: [number, number] | null;
}

export interface Level {
  level: string;
  title: string;
  notes: string;
  author: string;
  size: [number, number];
  goal: Goal;
  animals: number;
  words: Record<string, string>;
  picture: string;
  scenery: string;
  /** The level's own pictures of kinds: frames side by side, the first of them standing. */
  pictures: Record<string, OwnPicture>;
}

export interface OwnPicture {
  picture: string;
  frames: number;
}

export interface Levels {
  items: Level[];
  can_run: boolean;
  install: string | null;
}

/** The room that a picture takes, in metres: its foot is in the middle, `under` above the lower edge. */
export type Cell = [width: number, height: number, under: number];

export interface Cast {
  name: string;
  kind: string;
  width: number;
  height: number;
  cell: Cell;
  /** Metres of a full step. */
  stride: number;
}

export interface Description {
  title: string;
  size: [number, number];
  zoom: number;
  theme: 'dusk' | 'day' | 'winter';
  goal: Goal;
  doors: Record<string, [left: number, bottom: number, right: number, top: number]>;
  switches: Record<string, [x: number, y: number]>;
  crates: Record<string, [width: number, height: number]>;
  lifts: Record<string, [width: number, height: number]>;
  items: Record<string, [kind: string, x: number, y: number]>;
  characters: Record<string, Cast>;
  item_cell: Cell;
  /** Pictures of a step in a sheet, after the standing one. */
  phases: number;
  player: number;
  /** The notes of what is heard, by the name of the event: [hertz, begins, seconds]. */
  sounds: Record<string, [hertz: number, after: number, seconds: number][]>;
  credits: string;
}

export type Way = 'walk' | 'climb' | 'jump' | 'drop' | 'drop through' | 'ride' | 'step';
export type Leg = [x: number, y: number, kind: Way];

export type Placed = [
  number: number,
  x: number,
  y: number,
  facing: number,
  walked: number,
  onLadder: number,
  look: string,
];

export type Box = [number: number, x: number, y: number];

export interface Frame {
  tick: number;
  status: 'playing' | 'won' | 'lost';
  score: number;
  collected: Record<string, number>;
  answer: '' | 'on the way' | 'arrived' | 'cannot get there';
  target: [number, number] | null;
  way: Leg[];
  characters: Placed[];
  words: Record<string, string>;
  items: number[];
  /** Where the items are that scripts have added. */
  added: Record<string, [x: number, y: number]>;
  /** The doors that are closed, and the switches that nobody has pressed. */
  shut: number[];
  waiting: number[];
  /** Where the crates are: the middle of the lower edge. */
  crates: Box[];
  /** Where the lifts are: the left end of the top. */
  lifts: Box[];
  /** What everybody does and thinks, while the debug view is on. */
  minds?: Mind[];
  round: number;
  paused: boolean;
  moving: boolean;
}

export interface Mind {
  number: number;
  contacts: number;
  where: 'ground' | 'slope' | 'ladder' | 'lift' | 'air';
  answer: Frame['answer'];
  why: string;
  target: [number, number] | null;
  line: Leg[];
  /** Who sent the last message, and its text. */
  heard: [name: string, text: string] | null;
  /** Plans that it has asked for. */
  asks: number;
}

export interface Trouble {
  name: string;
  text: string;
  stopped: boolean;
}

export interface End {
  reason: string;
  message: string;
}
