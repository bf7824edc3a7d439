/** The shapes of docs/studio-api.md, as far as the client reads them. */

/** The name of a family, as the server has it. It need not be one that the client has a folder for. */
export type Family = string;

export type Direction = 'left' | 'right' | 'up' | 'down' | 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
export type Edge = 'left' | 'right' | 'up' | 'down';

export interface Cell {
  cell: number;
  name: string;
  x: number;
  y: number;
}

export interface Goal {
  cell: number;
  token: string;
  piece?: string | null;
}

export interface Token {
  token: string;
  label: string;
  mark: string | null;
  role: string | null;
  number: number;
}

export interface Scene {
  family: Family;
  kind: 'grid' | 'graph';
  metric: string;
  caption: string;
  rows: number | null;
  columns: number | null;
  width: number;
  height: number;
  cells: Cell[];
  lines: [number, number][];
  stones: number[];
  barriers: { cell: number; side: Edge }[];
  /** Walls across a cell; tiles of the token pass through. */
  diagonals: { cell: number; rising: boolean; token: string | null }[];
  open_rim: boolean;
  goals: Goal[];
  gate: { edge: Edge; piece: string; cells: number[] } | null;
  pattern: { rows: number; columns: number; goals: Goal[] } | null;
  squares: { cell: number; directions: Direction[] }[];
  target: number | null;
  tokens: Token[];
  /** Boards drawn in sprites: how their objects look, and the names of the keys that play them. */
  sprites?: Sprite[];
  keys?: string[];
}

/** A sprite as runs of one colour: column, row, width, colour. */
export interface Sprite {
  name: string;
  runs: [number, number, number, string][];
}

export interface Piece {
  id: string;
  token: string;
  label: string;
  cells: number[];
  home: boolean;
  name: string;
  movable: boolean;
}

/** A move without a piece acts on a cell, where `from` is `to`, or has no place at all: both are null. */
export interface Move {
  move: string;
  piece: string | null;
  piece_after: string | null;
  direction: Direction | null;
  pass: boolean;
  cost: number;
  from: number | null;
  to: number | null;
  cells: number[];
  path: [number, number][];
  /** Other pieces that move along, each with where it stops. */
  pushed?: { piece: string; piece_after: string; cells: number[] }[];
  words: string;
  state: string;
}

export interface Refusal {
  piece: string | null;
  direction: Direction | null;
  to: number | null;
  reason: string;
}

export interface Position {
  state: string;
  solved: boolean;
  turn: number | null;
  reading: number | null;
  at_home: { home: number; of: number } | null;
  pieces: Piece[];
  moves: Move[];
  refused: Refusal[];
  /** Boards drawn in sprites: the sprites of each cell, the lowest first. */
  piles?: number[][];
}

export interface Page<T> {
  items: T[];
  count: number;
  limit: number;
  offset: number;
}

export type Difficulty = 'easy' | 'medium' | 'hard' | 'expert';

/** How long a typical person takes: forecast from the board, corrected by as many players who solved it. */
export interface Forecast {
  seconds: number;
  players: number;
}

export interface Summary {
  id: string;
  title: string | null;
  family: Family;
  author: string | null;
  source: string | null;
  par: number | null;
  difficulty: Difficulty | null;
  forecast: Forecast | null;
  tags: string[];
  status: 'draft' | 'checking' | 'published';
  /** Why my draft was not published. */
  refusal: { reason: string; message: string } | null;
  mine: boolean;
  won: boolean;
  best: number | null;
  plays: number;
  wins: number;
  rating: number | null;
  published: string | null;
  puzzle: string;
  /** A board published earlier that is the same, perhaps rotated, mirrored or renamed. */
  same_as: { id: string; title: string } | null;
  /** The board that this one began as a copy of. */
  made_from: { id: string; title: string } | null;
  thumbnail: string;
  embed: string;
}

export type BoardKeys = Record<string, unknown> & { family: Family };
export type BoardRef = string | BoardKeys;

export interface BoardDetail extends Summary {
  scene: Scene;
  position: Position;
  keys: BoardKeys;
  /** The boards that differ only in what counts as a move. */
  counted_otherwise: { id: string; title: string; metric: string; par: number | null }[];
  notes: string | null;
  licence: string | null;
}

export interface Replay {
  start: Position;
  steps: { move: Move; position: Position }[];
  length: number;
  solved: boolean;
}

export interface Meter {
  known: boolean;
  distance: number | null;
  goal_reachable: boolean | null;
  at_home: { home: number; of: number } | null;
}

export interface Score {
  length: number;
  par: number | null;
  time_ms: number;
  ranked: boolean;
  points: number;
}

export interface Badge {
  key: string;
  title: string;
  earned?: string | null;
}

export interface Game {
  id: string;
  board: Summary;
  status: 'playing' | 'won' | 'surrendered' | 'expired';
  moves: string[];
  cursor: number;
  undone: string[];
  length: number;
  can_undo: boolean;
  can_redo: boolean;
  hints: number;
  /** Won with help from the server. */
  aided: boolean;
  elapsed_ms: number;
  /** The time left in an experiment; null if there is no limit. */
  time_left_ms: number | null;
  score: Score | null;
  rank: number | null;
  badges: Badge[];
  share: string;
  /** The goal can no longer be reached; only known where moves cannot be reversed. */
  lost: boolean;
  /** It belongs to an experiment, whose games are not looked back on. */
  in_study?: boolean;
  scene?: Scene;
  position?: Position;
}

/** What the page of a game begins with. */
export interface Opening {
  board: BoardDetail;
  game: unknown;
}

/** A board for a first visit; null once the visitor has won. */
export interface Starter {
  board: BoardDetail | null;
  game: unknown;
  pack: string | null;
}

export interface Hint {
  distance: number | null;
  goal_reachable: boolean;
  best: string[];
  line: string[];
  levels: string[];
  piece: string | null;
  direction: Direction | null;
  move: Move | null;
  /** What turns without end were left out of the rules, in words. */
  left_out?: string | null;
  hints?: number;
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Progress {
  phase: string | null;
  seconds: number;
  states: number;
  expanded: number | null;
  states_per_second: number | null;
  frontier: number | null;
  best: number | null;
  bound: number | null;
  gap: number | null;
}

export interface FoundSolution {
  number: number;
  length: number;
  moves: string[];
  seconds: number;
}

export interface SolveResult {
  status: 'solved' | 'unsolvable' | 'limit';
  limit: string | null;
  optimal: boolean;
  length: number | null;
  lower_bound: number | null;
  moves: string[] | null;
  detour: number | null;
  optimum: number | null;
}

export interface Job<R = unknown> {
  id: string;
  kind: string;
  state: JobState;
  sequence: number;
  puzzle: string;
  start: string | null;
  progress: Progress | null;
  solutions: FoundSolution[];
  result: R | null;
  message: string | null;
  /** The board that it works on, or the one that it made. */
  board: string | null;
  limits: { seconds: number | null; memory_mb: number | null };
}

/** How a game that was given up could have ended; `moves` is null if that is unknown or impossible. */
export interface Waiting {
  job: Job;
  retry_after_ms: number;
}

export interface BoardError {
  message: string;
  key: string | null;
  row: number | null;
  column: number | null;
}

export interface Validation {
  valid: boolean;
  errors: BoardError[];
  puzzle: string | null;
  scene: Scene | null;
  position: Position | null;
  solvable: boolean | null;
  par: number | null;
  count: string | null;
  known: boolean | null;
  harder_than: number | null;
  toml: string | null;
  /** What the engine in a page needs to go on, if the server did not find the fewest moves in its short time. */
  page: unknown;
}

export interface Heatmap {
  length: number;
  count: string;
  spots: { kind: string; place: string; cell: number; share: number }[];
}

export interface Stats {
  games: number;
  wins: number;
  boards: number;
  ranked: number;
  points: number;
  perfect: number;
  time_ms: number;
  hints: number;
  streak: { days: number; best: number; today: boolean };
  rating: { value: number; deviation: number } | null;
  families: { family: Family; games: number; wins: number; solved: number; boards: number }[];
  badges: Badge[];
}

export interface Pack {
  id: string;
  title: string;
  description: string;
  kind: 'levels' | 'experiment';
  boards: number;
  won: number;
  thumbnail: string | null;
}

export interface PackDetail extends Pack {
  levels: { number: number; board: Summary; unlocked: boolean; won: boolean }[];
  rule: 'free' | 'in-order';
  consent: { version: string; text: string; given: boolean } | null;
  time_limit_s: number | null;
  time_left_ms: number | null;
  order: 'fixed' | 'random';
}

export interface News {
  id: number;
  title: string;
  text: string;
  published: string;
}

export interface Comment {
  id: number;
  player: string;
  text: string;
  created: string;
  mine: boolean;
  hidden: boolean;
}

export interface Player {
  id: string;
  name: string;
  guest: boolean;
  email: string | null;
  editor: boolean;
  staff: boolean;
}

export interface Session {
  player: Player | null;
  language: string;
  languages: string[];
  version: string;
  caps: Record<string, Record<string, number>>;
  /** Whether the site can send mail; if not, nobody can get a link to reset a password. */
  mails: boolean;
}
