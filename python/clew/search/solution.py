"""The answer of `solve`: a status, what is proved, and the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.moved import renamed_method
from clew.pictured import Pictured
from clew.search.limits import bounded
from clew.search.proved import Proved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Event

    from clew._engine import Found, LimitName, Status
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.puzzles.traits import Asks
    from clew.search.certificate import Certificate
    from clew.search.limits import Limits, Progress


class Solution(Pictured, Proved):
    """What is known about the fewest moves from one position.

    `status` is "solved" (`length` moves, proved optimal if `optimal`), "unsolvable" (proved) or "limit":
    then `limit` says which ("states", "seconds", "memory", "moves", "interrupted"), `moves` is the best
    solution known, if any, and `lower_bound` is what is proved so far.

    `length`: cost of the solution under the puzzle's metric; None if none is known. `lower_bound`: no
    solution costs less; None if none exists. `states`: distinct states stored by the search. `expanded`:
    states expanded. `seconds`: time spent. `algorithm`: the one that ran; `reason`: why.

    `left_out`: of a PuzzleScript level, the rules that made turns without end, which are no moves: what is
    proved holds for play without them. `stopped`: the rules that went on for ever and were stopped, as the
    published player does. Each is None if no search of the puzzle met any.
    `proof`: what `optimal`, `lower_bound` and "unsolvable" rest on beyond the rules, such as "if the
    heuristic never overestimates" where you wrote the heuristic; None for nothing. `asks`: the question:
    "one" solution, "all", "these" (of a given cost), through "waypoints", or how good the "moves" are.

    For a search through waypoints, `legs` are the lengths between them, `optimum` is the length without them
    (None if a limit came first), and `optimal` means the fewest moves through them in this order.

    Of several shortest solutions it is always the same one: the first in the order of moves; if moves differ
    in cost, the first of those with the fewest moves. It is also the first of `solutions`, the `line` of
    `hint` and the `best_path` of a map.

    It is a sequence of moves: `len(solution)`, iteration and indexing work on moves, and `str(solution)` is
    all of them on one line. `length` is what they cost: the same number, unless some moves cost nothing or
    more than 1 (passes under the metric "steps", costs of your own). It is true if a solution is known, even
    one without moves.

    >>> solution = clew.solve("blocks:AABo/ooBo/oooo/oooo")
    >>> str(solution), solution[-1], len(solution), solution.status
    ('BD1 AR2', <Move AR2>, 2, 'solved')
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        start: Any,
        found: Found,
        legs: list[int] | None = None,
        optimum: int | None = None,
        asks: Asks = "one",
    ) -> None:
        self.puzzle = puzzle
        self.start = start
        self.status: Status = found["status"]
        self.limit: LimitName | None = found["limit"]
        self.length: int | None = found["length"]
        self.optimal: bool = found["optimal"]
        self.lower_bound: int | None = found["lower_bound"]
        self.states: int = found["states"]
        self.expanded: int = found["expanded"]
        self.seconds: float = found["seconds"]
        self.algorithm: str = found["algorithm"]
        self.reason: str = found["reason"]
        self.legs = legs
        self.optimum = optimum
        self._codes = found["codes"]
        self._steps: list[Move] | None = None
        self.asks: Asks = asks
        self._rest_on(puzzle, puzzle._audited(self))
        self._steps = None  # the states of a user's puzzle are let go

    @property
    def detour(self) -> int | None:
        """What the waypoints cost: `length` - `optimum`; None without waypoints, or if either is unknown."""
        if self.legs is None or self.length is None or self.optimum is None:
            return None
        return self.length - self.optimum

    @property
    def gap(self) -> int | None:
        """`length` minus the lower bound: 0 if the solution is proved optimal, None if none is known."""
        if self.length is None or self.lower_bound is None:
            return None
        return self.length - self.lower_bound

    @property
    def steps(self) -> list[Move]:
        """The moves; empty if no solution is known."""
        if self._steps is None:
            self._steps = follow(self.puzzle, self.start, self._codes or [])
        return self._steps

    @property
    def moves(self) -> list[Move] | None:
        """The moves, with the letters of the board; None if no solution is known. Equal to a list of their
        names.
        """
        return None if self._codes is None else list(self.steps)

    @property
    def positions(self) -> list[Any]:
        """The states of the solution, the start first: one more than there are moves."""
        return [self.start, *(step.after for step in self.steps)]

    @property
    def boards(self) -> list[str]:
        """The boards of the solution, each as text of several lines: the start first."""
        return [self.puzzle.draw(state) for state in self.positions]

    def origin(self, cell: int | str, step: int | None = None) -> int | str | None:
        """The cell on which the piece started that is on `cell` after `step` moves (None: at the end).

        `cell` is a name ("c4") or a number from 0, row by row, and the answer is of the same kind; None for
        an empty cell. Raises `BoardError` for a cell that is not on the board, `IndexError` for a step that
        the solution does not have.
        """
        from clew.search.origin import origin

        count = len(self.steps) if step is None else step
        if not 0 <= count <= len(self.steps):
            raise IndexError(f"there is no step {step}: the solution has {len(self.steps)} moves")
        return origin(self.puzzle, self.start, self.steps[:count], cell)

    @property
    def path(self) -> str | None:
        """The path of a single hole, cell by cell, "0-3-5", or the steps of a player who pushes, "rrUl"; None
        for other puzzles, or without a solution.
        """
        return None if self._codes is None else self.puzzle.at(self.start)._hole_path(self._codes)

    def certificate(
        self,
        *,
        limits: Limits | None = None,
        on_progress: Callable[[Progress], object] | None = None,
        threads: int = 0,
        seconds: float | None = None,
        states: int | None = None,
        memory: int | str | None = None,
        stop: Event | None = None,
    ) -> Certificate:
        """A proof that this is optimal, or that there is no solution, which anybody can check without Clew.

        It takes limits as `solve` does. Raises `LimitReached` at one of them, and `ClewError` where nothing
        is proved yet, for a puzzle whose rules the checker does not know, and, with the length that it would
        have, for a proof that is too long for a file.

        >>> clew.solve("blocks:AABo/ooBo/oooo/oooo").certificate().save("board.proof")
        """
        from clew.search.certificate import certificate

        limits = bounded(limits, seconds=seconds, states=states, memory=memory, stop=stop)
        return certificate(self, limits, on_progress, threads)

    def to_dict(self) -> dict[str, Any]:
        """The object that `clew solve --json` prints; its `count` is 0 if unsolvable, otherwise None."""
        result: dict[str, Any] = {
            "family": self.puzzle.family,
            "board": self.puzzle._body(),
            "status": self.status,
            "puzzle": str(self.puzzle),
            "optimal": self.optimal,
            "length": self.length,
            "lower_bound": self.lower_bound,
            "metric": self.puzzle.metric,
            "moves": None if self.moves is None else [*map(str, self.moves)],
            "count": 0 if self.status == "unsolvable" else None,
            "states": self.states,
            "seconds": round(self.seconds, 6),
            "algorithm": self.algorithm,
        }
        if self.puzzle.title:
            result["title"] = self.puzzle.title
        if self.limit is not None:
            result["limit"] = self.limit
        if self.puzzle._shows_path and self:
            result["path"] = self.path
        result.update(self.rests_on)
        if self.legs is not None:
            result.update(legs=self.legs, optimum=self.optimum, detour=self.detour)
        return result

    to_json = renamed_method("to_json", "to_dict")

    def __bool__(self) -> bool:
        return self._codes is not None

    def __len__(self) -> int:
        if self._codes is None:
            raise TypeError(f"no solution is known (status {self.status!r}), so there is no length")
        return len(self._codes)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves or [])

    def __reversed__(self) -> Iterator[Move]:
        return reversed(self.moves or [])

    def __getitem__(self, index: int) -> Move:
        return (self.moves or [])[index]

    def __str__(self) -> str:
        return self.puzzle._join_moves([*map(str, self)])

    def __repr__(self) -> str:
        cost = f" that cost {self.length}" if self and self.length != len(self) else ""
        length = f", {len(self)} moves{cost}{', optimal' if self.optimal else ''}" if self else ""
        which = f" ({self.limit})" if self.limit else ""
        return f"<Solution {self.status}{which}{length}, {self.states} states, {self.algorithm}>"


def follow(puzzle: EnginePuzzle, state: Any, codes: list[tuple[int, ...]]) -> list[Move]:
    """The moves of a solver's codes, starting from a labelled state."""
    steps: list[Move] = []
    for code in codes:
        step = puzzle._follow(state, code)
        steps.append(step)
        state = step.after
    return steps
