"""What to do now: the distance after every legal move, the best moves, and hints from coarse to exact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError, LimitReached
from clew.moved import renamed_method
from clew.pictured import Pictured
from clew.pictures.drawable import GameLike
from clew.puzzle import Puzzle
from clew.search.limits import Run, bounded
from clew.search.line import engine_puzzle, state_of
from clew.search.proved import Proved
from clew.search.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from clew._engine import Found, Hinted, LimitName, Status
    from clew.pictures.drawable import GameLike
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.limits import Limits, Progress

LEVELS = (1, 2, 3)


class Hint(Pictured, Proved):
    """The legal moves of one position, with their distances.

    `distance`: the fewest moves to a goal; None if none can be reached, or if a limit came first (`status` is
    then "limit"). `moves`: every legal move with the distance after it (None: no goal from there), in the
    order of moves. `best`: the moves that begin an optimal solution (see `Solutions`), in the same order;
    where moves differ in cost, those that leave the fewest moves come first; none at a goal. `line`: a
    complete optimal continuation, the one that `solve` gives; it begins with the first of `best`.
    `proof`, `left_out`, `stopped`: what the distances rest on beyond the rules, as in `Solution`.

    >>> hint = clew.hint("blocks:AABo/ooBo/oooo/oooo")
    >>> hint.distance, hint.best, hint.level(1)
    (2, [<Move BD1>, <Move BD2>], 'Move piece B.')
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        state: Any,
        *,
        status: Status,
        limit: LimitName | None,
        distance: int | None,
        measured: list[tuple[Move, int | None]],
        best: list[Move],
        line: list[Move],
        proof: str | None = None,
        states: int,
        seconds: float,
    ) -> None:
        self.puzzle = puzzle
        self.state = state
        self.status = status
        self.limit = limit
        self.distance = distance
        self.moves = measured
        self.line = line
        self._rest_on(puzzle, [proof])
        self.states = states
        self.seconds = seconds
        self.best = best

    def level(self, level: int) -> str:
        """A sentence: level 1 says which piece to move, 2 also where to, 3 the move itself.

        Raises `ClewError` for another level.
        """
        if level not in LEVELS:
            raise ClewError(
                f"there is no hint of level {level!r}: level 1 names the piece, 2 also where to, 3 the move"
            )
        if self.status == "limit":
            return f"Unknown: the search was stopped ({self.limit})."
        return sentence(self.puzzle, level, self.distance, self.best[0] if self.best else None)

    def to_dict(self) -> dict[str, Any]:
        """The object that `clew hint --json` prints."""
        result: dict[str, Any] = {
            "distance": self.distance,
            "best": [*map(str, self.best)],
            "moves": [{"move": str(move), "distance": after} for move, after in self.moves],
            "line": [*map(str, self.line)],
            "status": self.status,
        }
        if self.limit is not None:
            result["limit"] = self.limit
        return {**result, **self.rests_on}

    to_json = renamed_method("to_json", "to_dict")

    def __str__(self) -> str:
        return self.level(3)

    def __repr__(self) -> str:
        return f"<Hint distance {self.distance}, best {' '.join(map(str, self.best)) or 'none'}>"


def sentence(puzzle: EnginePuzzle, level: int, distance: int | None, best: Move | None) -> str:
    """A hint of that level in words, given the `distance` to a goal and a `best` move."""
    if distance is None:
        return "No goal can be reached from here: undo a move or start again."
    if best is None:
        return "There is nothing left to do: this is solved."
    return puzzle._hinted(level, best)


def hint(
    puzzle: Puzzle | GameLike | str,
    state: Any = None,
    *,
    limits: Limits | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Hint:
    """Measures every legal move of `state` (None for the start).

    ``hint(game)`` measures the current position of a game.

    >>> print(clew.hint("blocks:AABo/ooBo/oooo/oooo"))
    Move piece B down: BD1.

    Raises `BoardError` for a state that does not belong to this puzzle.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    searched, here = _at(puzzle, state)
    with Run(limits, on_progress, threads) as run:
        found = run.search(searched._engine.hint, searched._numbers(here))
        after = {searched._follow(here, code): distance for code, distance in found["moves"]}
        measured = [(step, after.get(step)) for step in searched.moves(here)]
        best = [searched._follow(here, code) for code in found["best"]]
        answer = Solution(searched, here, _answer(found), asks="moves")
    searched._rest()
    return Hint(
        searched,
        here,
        status=found["status"],
        limit=found["limit"],
        distance=found["distance"],
        measured=measured,
        best=best,
        line=answer.steps,
        proof=answer.proof,
        states=found["states"],
        seconds=found["seconds"],
    )


def distance(
    puzzle: Puzzle | GameLike | str,
    state: Any = None,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> int | None:
    """The fewest moves (cost under the metric) from `state` to a goal; None if none can be reached.

    ``distance(game)`` starts from the current position of a game. It takes less time than `solve`, which also
    looks for the first of the shortest solutions in the order of moves.

    >>> clew.distance("blocks:AABo/ooBo/oooo/oooo")
    2

    Raises `LimitReached` if a limit ends the search first, `BoardError` for a state that does not belong to
    this puzzle.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    searched, here = _at(puzzle, state)
    with Run(limits, None, threads) as run:
        found = run.search(searched._engine.solve, searched._numbers(here), any_line=True)
    Solution(searched, here, found)  # audits it
    searched._rest()
    if found["status"] == "limit":
        raise LimitReached(
            f"the distance is unknown: the search was stopped ({found['limit']}); "
            f"it is at least {found['lower_bound']}"
        )
    return found["length"]


def _answer(found: Hinted) -> Found:
    """The answer from the position itself."""
    return {
        "status": found["status"],
        "limit": found["limit"],
        "length": found["distance"],
        "codes": None if found["distance"] is None else found["line"],
        "optimal": found["status"] == "solved",
        "lower_bound": found["distance"],
        "states": found["states"],
        "expanded": found["states"],
        "seconds": found["seconds"],
        "algorithm": "auto",
        "reason": "",
    }


def _at(puzzle: Any, state: Any) -> tuple[EnginePuzzle, Any]:
    """The puzzle and the state to search; those of a game if one is given."""
    if not isinstance(puzzle, (Puzzle, str, type)) and isinstance(puzzle, GameLike):
        if state is not None:
            raise ClewError("a game has its own state: give the game alone, or its puzzle with the state")
        return puzzle.puzzle, puzzle.state
    searched = engine_puzzle(puzzle)
    return searched, state_of(searched, state)
