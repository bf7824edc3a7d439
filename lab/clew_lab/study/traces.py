"""The result of a replay: the states before and after every row, and the tables computed from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.maps.heat import add_path
from clew.statespace.arrays import NO_GOAL
from clew_lab.study.attempts import attempts_table
from clew_lab.study.moves import moves_table
from clew_lab.study.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from clew_lab.study.levels import Level
    from clew_lab.study.log import Log

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


class Attempt(NamedTuple):
    """One attempt: `rows` are indexes into the log, in the order of play."""

    player: str
    level: str
    number: int
    rows: Ints


class Traces:
    """A replayed log: one entry for every row, in its order.

    `boards`: the levels that were played, by name; `given`: how many were available. `played`: the attempts.
    `before`, `after` (n,) int64: numbers of states on the map of the level, -1 for rows in no attempt; `was`,
    `becomes`: the same as text; `piece`, `move`: what moved. Tables are computed on first use.
    """

    def __init__(self, log: Log, boards: Mapping[str, Level], given: int) -> None:
        self.log = log
        self.boards = dict(boards)
        self.given = given
        self.played: list[Attempt] = []
        n = len(log)
        self.before: Ints = np.full(n, -1)
        self.after: Ints = np.full(n, -1)
        self.was: list[str] = [""] * n
        self.becomes: list[str] = [""] * n
        self.piece: list[str] = [""] * n
        self.move: list[str] = [""] * n
        self._held: dict[object, object] = {}

    def __repr__(self) -> str:
        return (
            f"<Traces of {len(self.log):,} rows: {len(self.played):,} attempts at {len(self.boards)} levels>"
        )

    def distance(self, level: str, states: Ints) -> Floats:
        """Fewest moves to a goal from states of a level, (states,); inf if none can be reached, NaN without a
        map.
        """
        space = self.boards[level].space
        if space is None:
            return np.full(len(states), np.nan)
        found: Floats = space.distance[states].astype(np.float64)
        found[found == NO_GOAL] = np.inf
        return found

    def heat(self, level: str) -> Floats:
        """How often each move on the map of a level was made, (edges,): the `heat` of `StateSpace.draw`.

        Raises `ClewError` for a level that was not played or has no map.
        """
        space = self.boards[level].space if level in self.boards else None
        if space is None or space.indptr is None or space.indices is None:
            known = ", ".join(name for name, board in self.boards.items() if board.space is not None)
            raise ClewError(f"there is no map of a level {level!r}; levels with a map: {known or 'none'}")
        counts = np.zeros(space.edges)
        for attempt in self.played:
            if attempt.level == level:
                for row in attempt.rows.tolist():
                    pair = [int(self.before[row]), int(self.after[row])]
                    add_path(space.indptr, space.indices, pair, counts)
        return counts

    def moves(self, z: float = 2.0) -> Table:
        """One row for every row of the log, in its order; `z` is the threshold of a pause (see `pauses`)."""
        return self._made(("moves", z), lambda: moves_table(self, z))

    def attempts(self, z: float = 2.0) -> Table:
        """One row for each attempt."""
        return self._made(("attempts", z), lambda: attempts_table(self, self.moves(z)))

    def levels(self) -> Table:
        """One row for each level that was played: how people did, and the measures of `clew.rate`."""
        from clew_lab.study.groups import levels_table

        return self._made("levels", lambda: levels_table(self))

    def players(self) -> Table:
        """One row for each player."""
        from clew_lab.study.groups import players_table

        return self._made("players", lambda: players_table(self))

    def _made(self, key: object, make: Callable[[], Table]) -> Table:
        found = self.kept(key, make)
        assert isinstance(found, Table)
        return found

    def kept(self, key: object, make: Callable[[], object]) -> object:
        """The result of `make`, computed once per key."""
        if key not in self._held:
            self._held[key] = make()
        return self._held[key]
