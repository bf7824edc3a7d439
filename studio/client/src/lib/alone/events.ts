/** What happens in a game, for the page around it: the events of `<clew-board>`. */

export interface Events {
  /** The board can be played. */
  ready: { title: string; par: number | null };
  change: {
    by: 'move' | 'undo' | 'redo' | 'restart';
    /** The move that was made, undone or redone. */
    move: string | null;
    moves: string[];
    length: number;
  };
  hint: { level: number; text: string; distance: number | null };
  solved: { moves: string[]; length: number; par: number | null; helped: boolean };
  error: { message: string };
}

export type Tell = <Name extends keyof Events>(name: Name, detail: Events[Name]) => void;
