"""How many positions need how many moves, over all positions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from warnings import warn

from clew.errors import ClewError
from clew.moved import renamed_method
from clew.optional import needed
from clew.search.limits import Run, bounded
from clew.search.line import engine_puzzle
from clew.search.proved import Proved

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from threading import Event

    from clew._engine import Counted
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits, Progress

METHODS = ("auto", "matrices", "ranks", "hash")


class Census(Proved):
    """All positions of a board's pieces, counted by the fewest moves that they need.

    `counts`: a list, the number of positions that need 0, 1, 2, ... moves. `total`: all positions, solvable
    or not; None where a limit came before they were counted. `status`: "complete", or "limit" with its name
    in `limit`; then `counts` contains the levels known to be complete, and everything that depends on all of
    them (`unsolvable`, `diameter`, `mean`, `hardest`) is None. `method`: "matrices", "ranks" or "hash".
    `seconds`: time spent; `memory`: bytes of the tables. `unsaved`: why the last checkpoint could not be
    written; None if it was, or none was asked for. `proof`, `left_out`, `stopped`: what the counts rest on
    beyond the rules, as in `StateSpace`.
    """

    def __init__(self, puzzle: EnginePuzzle, counted: Counted) -> None:
        self.puzzle = puzzle
        self.counts = counted["counts"]
        self.total = counted["total"]
        self.limit = counted["limit"]
        self.status = "complete" if self.limit is None else "limit"
        self.method = counted["method"]
        self.seconds = counted["seconds"]
        self.memory = counted["bytes"]
        self.unsaved = counted["unsaved"]
        self._hardest = counted["hardest"]

    @property
    def solvable(self) -> int:
        """The positions counted so far from which a goal can be reached."""
        return sum(self.counts)

    @property
    def unsolvable(self) -> int | None:
        """Positions from which no goal can be reached."""
        return None if self.limit is not None or self.total is None else self.total - self.solvable

    @property
    def diameter(self) -> int | None:
        """The most moves that any position needs; None if no position is solvable."""
        return len(self.counts) - 1 if self.counts and self.limit is None else None

    @property
    def mean(self) -> float | None:
        """The mean number of moves that solvable positions need; None if there are none."""
        if self.limit is not None or not self.solvable:
            return None
        return sum(moves * count for moves, count in enumerate(self.counts)) / self.solvable

    @property
    def hardest(self) -> list[EnginePuzzle] | None:
        """The boards that need the most moves, at most 100 of them."""
        if self.limit is not None:
            return None
        states = [self.puzzle._state_of(position) for position in self._hardest]
        return [self.puzzle.at(state) for state in states]

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row per number of `moves`, and how many `positions` need it. Needs
        pandas.
        """
        pandas = needed("pandas", "a data frame", None)
        return pandas.DataFrame({"moves": range(len(self.counts)), "positions": self.counts})

    def to_dict(self) -> dict[str, Any]:
        """What `clew census --json` prints."""
        hardest = self.hardest
        return {
            "family": self.puzzle.family,
            "board": self.puzzle._body(),
            "status": self.status,
            "limit": self.limit,
            "puzzle": str(self.puzzle),
            "metric": self.puzzle.metric,
            "counts": self.counts,
            "total": self.total,
            "unsolvable": self.unsolvable,
            "diameter": self.diameter,
            "mean": self.mean,
            "hardest": None if hardest is None else [str(board) for board in hardest],
            "method": self.method,
            "memory": self.memory,
            "seconds": self.seconds,
            **self.rests_on,
        }

    to_json = renamed_method("to_json", "to_dict")

    def __repr__(self) -> str:
        if self.limit is not None:
            return f"<Census limit ({self.limit}): {self.counts} of {self.total or 'unknown'} positions>"
        return f"<Census of {self.total} positions, {self.unsolvable} unsolvable, diameter {self.diameter}>"


def census(
    puzzle: Puzzle | str,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    on_progress: Callable[[Progress], object] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    method: str = "auto",
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Census:
    """Counts how many positions need how many moves, over every position of the board's pieces.

    Every position means every placement that `puzzle.state` would read, including those that cannot be
    reached from the start. For pebbles these are the arrangements of the tokens and holes; for blocks, the
    placements in which straight pieces keep their line and their order on it; for ricochet, the ways to put
    the tiles on free cells; for coroutine, the cells of the coins and whose turn it is. The counts do not
    depend on the start of `puzzle`.

    `limits`: if one is reached, the result has the levels that are complete. Memory is counted before it is
    allocated: one that needs too much ends at once with `limit` "memory".
    `checkpoint`: a file that keeps the census between levels. If it exists, the census continues from it. It
    is written after levels (rarely enough to cost little time) and when a limit, Ctrl-C or `cancel` stops the
    census, which then takes as long as the write. It is not deleted. If it cannot be written at first,
    `ClewError` is raised; later the census goes on, tries again after the next level, and warns at the end if
    that failed too (`RuntimeWarning`, `Census.unsaved`).
    `on_progress`: `Progress.depth` is the level under way, `Progress.eta` an upper estimate of the time left.
    `method`: "matrices" (bit matrices; pebbles with one hole), "ranks" (two bits per position; pebbles),
    "hash" (a table of positions; all families), or "auto". The answer does not depend on it, except which of
    more than 100 hardest positions are listed, nor on `threads` (0: one per core).

    >>> clew.census("pebbles[grid 2x2]:AB-C/ABC-").counts
    [1, 2, 2, 2, 2, 2, 1]

    The 10,216,206,000 positions of Panguru take 3.9 GB and a few minutes. Raises `ClewError` for an unknown
    or unsuitable method, for a checkpoint that is damaged or of another puzzle, and for any checkpoint where
    moves differ in cost.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    if method not in METHODS:
        raise ClewError(f"there is no method {method!r}: choose one of {', '.join(METHODS)}")
    counted = engine_puzzle(puzzle)
    kept = None if checkpoint is None else (os.fspath(checkpoint), str(counted))
    if kept is not None and not kept[0]:
        raise ClewError("checkpoint='': expected the name of a file")
    with Run(limits, on_progress, threads) as run:
        found = run.search(counted._engine.census, None if method == "auto" else method, kept)
    clauses = counted._audit_states(sum(found["counts"]), backwards=True)
    if found["unsaved"] is not None:
        warn(found["unsaved"], RuntimeWarning, stacklevel=2)
    result = Census(counted, found)
    result._rest_on(counted, clauses)
    return result
