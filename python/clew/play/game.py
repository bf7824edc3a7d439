"""A game in progress. It handles everything except the rules: the moves so far, undo, redo, time, saving.

played:   CL3  HU1 | BR1  GD2        the cursor | separates the moves made from those undone
          `moves`  | what `redo` plays again
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.errors import BoardError, ClewError
from clew.pictured import Pictured
from clew.search.line import engine_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move

FORMAT = "clew game"
VERSION = 1


class Game(Pictured):
    """One game of a puzzle, from its start.

    `clock` returns the time in seconds from any origin; `history` counts from the moment the game was made. A
    call that raises leaves the game unchanged.

    >>> game = Game(clew.load("null:3"))
    >>> game.play("down")
    <Position 2>
    >>> game.undo()
    <Position 3>
    """

    def __init__(self, puzzle: Puzzle | str, clock: Callable[[], float] = monotonic) -> None:
        self.puzzle: EnginePuzzle = engine_puzzle(puzzle)
        self._start = self.puzzle.initial()
        self._clock = clock
        self._began = clock()
        self._steps: list[Move] = []
        self._times: list[float | None] = []
        self._cursor = 0

    @property
    def position(self) -> Any:
        """The current position."""
        return self._steps[self._cursor - 1].after if self._cursor else self._start

    @property
    def state(self) -> Any:
        """The same as `position`."""
        return self.position

    @property
    def moves(self) -> list[Move]:
        """The moves from the start to here."""
        return self._steps[: self._cursor]

    @property
    def history(self) -> list[tuple[Move, float | None]]:
        """The moves from the start to here, each with the seconds since the game began (None: not saved)."""
        return list(zip(self.moves, self._times, strict=False))

    @property
    def length(self) -> int:
        """Cost of the moves under the puzzle's metric."""
        return sum(step.cost for step in self._steps[: self._cursor])

    @property
    def is_solved(self) -> bool:
        """Whether the position is a goal."""
        return self.puzzle.is_goal(self.position)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in their fixed order."""
        return self.puzzle.moves(self.position)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to redo."""
        return self._cursor < len(self._steps)

    def play(self, move: Any) -> Any:
        """Makes a move and returns the state after it; undone moves are discarded.

        Raises `IllegalMove`, which says why and lists the legal moves.
        """
        step = self.puzzle._find(self.position, move)
        time = self._clock() - self._began
        self._steps[self._cursor :] = [step]
        self._times[self._cursor :] = [time]
        self._cursor += 1
        return step.after

    def undo(self) -> Any:
        """Undoes the last move and returns the state before it. Raises `ClewError` at the start."""
        if not self.can_undo:
            raise ClewError("there is no move to undo: this is the start")
        self._cursor -= 1
        return self.position

    def redo(self) -> Any:
        """Plays the move that was undone last and returns the state after it. Raises `ClewError` if there is
        none.
        """
        if not self.can_redo:
            raise ClewError("there is no move to redo: none was undone")
        self._cursor += 1
        return self.position

    def restart(self) -> Any:
        """Undoes all moves (`redo` plays them again one by one) and returns the first state."""
        self._cursor = 0
        return self.position

    def save(self, times: bool = True) -> str:
        """The game as JSON text, for `Game.load`: puzzle, moves, cursor and (unless `times` is
        False) times."""
        import json

        saved: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "puzzle": str(self.puzzle),
            "start": self.puzzle._text(self._start),
            "moves": [step.name for step in self._steps],
            "cursor": self._cursor,
        }
        about = self.puzzle._beside_compact()
        if about:
            saved["about"] = about
        if times:
            saved["times"] = [None if time is None else round(time, 3) for time in self._times]
        return json.dumps(saved)

    @classmethod
    def load(
        cls, text: str, clock: Callable[[], float] = monotonic, *, puzzle: Puzzle | str | None = None
    ) -> Game:
        """Loads a saved game, checking every move.

        `puzzle`: the puzzle of the game. It is needed for a custom puzzle, whose file contains only its name;
        otherwise the file contains the whole board.

        Raises `BoardError` if the text is not a saved game, `IllegalMove` if a move breaks the rules.
        """
        saved = _read(text)
        game = cls(_puzzle(saved) if puzzle is None else _given(saved, puzzle), clock)
        times = saved.get("times", [None] * len(saved["moves"]))
        for index, (move, time) in enumerate(zip(saved["moves"], times, strict=True)):
            step = game.puzzle._find(game.position, move, index)
            game._steps.append(step)
            game._times.append(time)
            game._cursor += 1
        game._cursor = saved["cursor"]
        last = max((time for time in times if time is not None), default=0.0)
        game._began -= last  # the clock continues from the last move
        return game

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied; the clock's origin differs between processes."""
        state = {**self.__dict__, "_elapsed": self._clock() - self._began}
        del state["_began"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        elapsed = state.pop("_elapsed")
        self.__dict__.update(state)
        self._began = self._clock() - elapsed

    def __repr__(self) -> str:
        return f"<Game {self.puzzle}: {self._cursor} moves, {'solved' if self.is_solved else 'not solved'}>"


def _puzzle(saved: dict[str, Any]) -> EnginePuzzle:
    from clew.boards.rows import read_saved

    return read_saved(saved)


def _given(saved: dict[str, Any], given: Puzzle | str) -> EnginePuzzle:
    """The caller's puzzle, if the game belongs to it, starting where the game started."""
    puzzle = engine_puzzle(given)
    if saved["puzzle"] != str(puzzle):
        raise BoardError(f"this is a game of {saved['puzzle']}, not of {puzzle}", key="puzzle")
    if puzzle._text(puzzle.initial()) == saved["start"]:
        return puzzle
    return puzzle.at(puzzle.position(saved["start"]))


def _read(text: str) -> dict[str, Any]:
    """The checked fields of a saved game. Raises `BoardError` with the key that is wrong."""
    import json

    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(f"not a saved game: this is not JSON ({error})") from error
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BoardError(
            f"not a saved game: expected an object with format {FORMAT!r}, as Game.save writes it"
        )
    if saved.get("version") != VERSION:
        raise BoardError(
            f"is {saved.get('version')!r}; this program reads saved games of version {VERSION}", key="version"
        )
    for key in ("puzzle", "start"):
        if not isinstance(saved.get(key), str):
            raise BoardError("expected a string", key=key)
    moves, cursor, times = saved.get("moves"), saved.get("cursor"), saved.get("times")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BoardError("expected a list of moves as strings", key="moves")
    if isinstance(cursor, bool) or not isinstance(cursor, int) or not 0 <= cursor <= len(moves):
        raise BoardError(f"expected a whole number from 0 to {len(moves)}, the number of moves", key="cursor")
    if times is not None and not _are_times(times, len(moves)):
        raise BoardError(f"expected {len(moves)} numbers of seconds, one per move", key="times")
    if times is None:
        saved.pop("times", None)
    return saved


def _are_times(times: object, count: int) -> bool:
    """Whether there is one finite, non-negative number, or null, for each move."""
    return (
        isinstance(times, list)
        and len(times) == count
        and all(
            time is None
            or (isinstance(time, (int, float)) and not isinstance(time, bool) and 0 <= time < float("inf"))
            for time in times
        )
    )
