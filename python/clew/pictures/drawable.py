"""What can be drawn: a puzzle, a line of moves, a game, a hint.

Solutions, games and hints belong to higher packages, so they are known here by their attributes, not by their
class.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from clew.boards.load import adapted
from clew.errors import ClewError
from clew.puzzle import Puzzle
from clew.puzzles.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move


@runtime_checkable
class SolutionLike(Protocol):
    """The part of `clew.Solution` that pictures need."""

    puzzle: EnginePuzzle
    start: Any
    status: str
    optimal: bool
    proof: str | None

    @property
    def steps(self) -> list[Move]: ...
    @property
    def moves(self) -> list[Move] | None: ...


@runtime_checkable
class GameLike(Protocol):
    """The part of `clew.Game` that pictures need."""

    puzzle: EnginePuzzle

    @property
    def state(self) -> Any: ...
    @property
    def is_solved(self) -> bool: ...
    @property
    def history(self) -> list[tuple[Move, float | None]]: ...


@runtime_checkable
class HintLike(Protocol):
    """The part of `clew.Hint` that pictures need."""

    puzzle: EnginePuzzle
    state: Any
    distance: int | None
    best: list[Move]

    def level(self, level: int) -> str: ...


class Line:
    """A sequence of moves of a puzzle, from its start or from `start`: what `clew.draw` needs of a solution.

    `moves` are the names, in one string or several. Raises `IllegalMove`, `BoardError`.
    """

    def __init__(
        self,
        puzzle: Puzzle | str,
        moves: str | Iterable[Any],
        *,
        start: Any = None,
        optimal: bool = False,
    ) -> None:
        self.puzzle = adapted(puzzle)
        self.start = self.puzzle.initial() if start is None else self.puzzle.position(start)
        self.optimal = optimal
        self.proof: str | None = None
        self.steps = walked(self.puzzle, self.start, moves)
        end = self.steps[-1].after if self.steps else self.start
        self.status = "solved" if self.puzzle.is_goal(end) else "unfinished"

    @property
    def moves(self) -> list[Move] | None:
        """The names of the moves; a line always has them."""
        return list(self.steps)


class Drawable(NamedTuple):
    """One thing to draw. `steps` lead from `start`; `now` is how many have been made if one board is shown.

    `following`: the step marked on that board. `words`: a caption. `is_line`: whether the steps themselves
    are the subject, so that a still picture shows them all.
    """

    puzzle: EnginePuzzle
    start: Any
    steps: Sequence[Move] = ()
    now: int = 0
    following: Move | None = None
    words: str = ""
    is_line: bool = False

    @property
    def positions(self) -> list[Any]:
        """The states of the line, the start first."""
        return [self.start, *(step.after for step in self.steps)]

    @property
    def title(self) -> str:
        """The puzzle's title, or a name made from its family."""
        return self.puzzle.title or f"{self.puzzle.family.capitalize()} puzzle"


def subject_of(thing: object) -> Drawable:
    """A puzzle, a solution, a game or a hint as something to draw. Raises `ClewError` for anything else."""
    if isinstance(thing, (Puzzle, str, type, PathLike)):
        puzzle = adapted(thing)
        return Drawable(puzzle, puzzle.initial())
    if isinstance(thing, Position):
        return Drawable(thing.puzzle, thing)
    if isinstance(thing, SolutionLike):
        return _of_solution(thing)
    if isinstance(thing, GameLike):
        return _of_game(thing)
    if isinstance(thing, HintLike):
        distance = "" if thing.distance is None else f"{counted(thing.distance)} to go. "
        following = thing.best[0] if thing.best else None
        return Drawable(thing.puzzle, thing.state, following=following, words=distance + thing.level(3))
    raise ClewError(
        f"cannot draw an object of type {type(thing).__name__}: clew.draw takes a puzzle, "
        "a solution, a game, a hint or a heat map, and moves with puzzle="
    )


def _of_solution(solution: SolutionLike) -> Drawable:
    if solution.moves is None:
        words = {
            "unsolvable": unsolvable_words(solution.proof),
            "limit": "No solution is known: the search was stopped.",
        }
        return Drawable(solution.puzzle, solution.start, words=words.get(solution.status, ""))
    cost = sum(step.cost for step in solution.steps)
    words_ = counted(cost, solution.puzzle.metric)
    if solution.optimal:
        words_ += ", the fewest" if solution.proof is None else f", the fewest {solution.proof}"
    return Drawable(solution.puzzle, solution.start, solution.steps, 0, None, words_, is_line=True)


def unsolvable_words(proof: str | None) -> str:
    """The caption of a board that is proved to have no solution; `proof`: what that rests on."""
    return f"Proved{'' if proof is None else f' {proof}'}: no moves solve this board."


def _of_game(game: GameLike) -> Drawable:
    moves = [move for move, _ in game.history]
    start = game.puzzle.initial()
    steps = walked(game.puzzle, start, moves)
    words = counted(sum(step.cost for step in steps), game.puzzle.metric)
    return Drawable(game.puzzle, start, steps, len(steps), None, f"{words}{', solved' * game.is_solved}")


UNITS = {
    "turns": ("turn", "turns"),
    "steps": ("step", "steps"),
    "step": ("step", "steps"),
    "pushes": ("push", "pushes"),
    "pushes-then-moves": ("push", "pushes"),
}


def counted(number: int, metric: str = "moves") -> str:
    """``"8 moves"``, ``"1 turn"``: a number with the unit of the metric."""
    one, many = UNITS.get(metric, ("move", "moves"))
    return f"{number} {one if number == 1 else many}"


def walked(puzzle: EnginePuzzle, state: Any, moves: str | Iterable[Any]) -> list[Move]:
    """The steps that these moves make from a state. Raises `IllegalMove` with the move's index."""
    names = puzzle._split_moves(moves) if isinstance(moves, str) else list(moves)
    steps: list[Move] = []
    for index, name in enumerate(names):
        step = puzzle._find(state, name, index)
        steps.append(step)
        state = step.after
    return steps
