/** What the API answers, by the names that the client uses. `schema.ts` is made from the server's own types. */

import type {
  LevelAnswer as Answered,
  BoardKeys,
  BoardOut,
  FoundSolution,
  GameHintOut,
  GameOut,
  Gate,
  JobOut,
  Move,
  Made,
  PageBoard as Page,
  Patterns as Written,
  PlayableBoard as Playable,
  Review,
  ForEngine as Searchable,
  Validation as Checked,
} from './schema';

export type {
  AssignedBoard,
  AssignmentOut as Assignment,
  Badge,
  BoardFault as BoardError,
  BoardKeys,
  BoardOut as Summary,
  Calendar as Month,
  CalendarDay,
  CellOut as ClassCell,
  Cell,
  ClassFound,
  ClassOut as ClassSummary,
  ClassPage,
  CommentOut as Comment,
  Daily,
  Ending,
  ExperimentOut as Experiment,
  Facets,
  FoundSolution,
  Forecast,
  FormatOut as Format,
  GameOut as SentGame,
  Generated,
  GivenUp,
  Goal,
  Heatmap,
  Imported,
  ItemOut as Question,
  Joined,
  Leaderboard,
  LeaderRow,
  LevelAnswers,
  LevelFacts,
  LinkOut,
  LevelNow,
  ListedBoardOut as Boards,
  ListedClassOut as ClassList,
  ListedCommentOut as Comments,
  ListedExperimentOut as Experiments,
  ListedGameOut as Games,
  ListedListedMap as Maps,
  ListedNewsOut as NewsList,
  ListedPackOut as Packs,
  ListedParticipantOut as Participants,
  ListedMap,
  MapFigures,
  MapPoint,
  Move,
  Meter,
  NewsOut as News,
  Position,
  Next,
  Drawn,
  Opening,
  Others,
  OverallLeaderboard,
  OverallRow,
  PackOut as Pack,
  Piece,
  PlayerOut as Player,
  PositionOut,
  Progress,
  PupilGame,
  PupilOut as Pupil,
  PupilTask,
  PublishedBoard,
  PublishedGame as Published,
  Recovery,
  Refusal,
  Remark,
  Replay,
  RowOut as ClassRow,
  Review,
  ReviewedMove,
  Scene,
  Score,
  SecondStep,
  SessionOut as Session,
  Shortest,
  Sign,
  SolveResult,
  Source,
  SourceLevel,
  SourcePlace,
  Sprite,
  Starter,
  Stats,
  StepOffer,
  Surrendered,
  SurrenderedWaiting,
  TableOut as ClassTable,
  Taking,
  Token,
  TurningPoint,
  WholeBoard as BoardDetail,
  WholeClass,
  WholeExperiment,
  WholePack as PackDetail,
} from './schema';

/** The name of a family, as the server has it. It need not be one that the client has a folder for. */
export type Family = string;
export type Difficulty = NonNullable<BoardOut['difficulty']>;
export type Direction = NonNullable<Move['direction']>;
export type Edge = Gate['edge'];
export type BoardRef = string | BoardKeys;

/** A game with its board, which is in the gallery or made up for a puzzle that is not. */
export type Game = Omit<GameOut, 'board'> & { board: BoardOut };

/** A hint of the server or of the engine in the page: what its level does not tell yet is null. */
export type Hint = Omit<GameHintOut, 'moves' | 'hints'> & { hints?: number };

type Value = number | boolean | string | Value[];

/** With what a family passes to its engine, as the engine in the page takes it. */
type WithValues<T extends { made: Made }> = Omit<T, 'made'> & {
  made: Omit<Made, 'values'> & { values: Record<string, Value> };
};
export type ForEngine = WithValues<Searchable>;
export type PlayableBoard = WithValues<Playable>;
export type PageBoard = WithValues<Page>;
export type Patterns = Omit<Written, 'boards'> & { boards: PageBoard[] };
export type Validation = Omit<Checked, 'page'> & { page: ForEngine | null };

/** A job whose kind finds `R`. */
export type Job<R = unknown> = Omit<JobOut, 'result' | 'solutions'> & {
  result: R | null;
  solutions: FoundSolution[];
};
export type Waiting = { job: Job; retry_after_ms: number };
export type Kind = Review['moves'][number]['kind'];

/** What is known of a level: `searched` after a job that reached its limit. */
export interface LevelAnswer extends Answered {
  atLeast?: number;
  best?: number | null;
  searched?: boolean;
}
