"""Where pieces stop on optimal solutions, as exact shares."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from clew.pictured import Pictured
from clew.search.limits import bounded
from clew.search.proved import Proved
from clew.search.solutions import solutions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from fractions import Fraction
    from threading import Event

    from clew._engine import LimitName, Status
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits, Progress


class Spot:
    """A kind of piece at a place: the number of solutions in which a move ends there, and the number of such
    moves in all solutions together.
    """

    __slots__ = ("kind", "place", "solutions", "visits")

    def __init__(self, kind: str, place: str, solutions: int, visits: int) -> None:
        self.kind = kind
        self.place = place
        self.solutions = solutions
        self.visits = visits

    def __repr__(self) -> str:
        return f"Spot({self.kind!r}, {self.place!r}, solutions={self.solutions}, visits={self.visits})"


class Heatmap(Pictured, Proved):
    """For each kind of piece and each place, the share of optimal solutions in which the piece stops there.

    `puzzle`, `start`: what was searched, and from which state. `count`: the number of optimal solutions;
    `length`: the cost of each. `spots`: what happens at least once, sorted by kind and place. A place is a
    cell; for a block, its first cell, row by row. Only moves count: the start position of a piece is not a
    stop. Where a move pushes a line of pebbles (metric "slides"), the stop is that of the last one, which the
    player pushes; the others of the line are not counted.

    Each move is one stop, so all `visits` add up to `length` x `count`. (A coin's pass is a stop where the
    coin is, even if it costs nothing; then the sum is larger.) Empty if the puzzle is unsolvable, already
    solved, or a limit was reached; `status` and `limit` say which. `proof`, `left_out`, `stopped`: as in
    `Solution`.
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        start: Any,
        status: Status,
        limit: LimitName | None,
        length: int | None,
        count: int | None,
        spots: list[Spot],
    ) -> None:
        self.puzzle = puzzle
        self.start = start
        self.status = status
        self.limit = limit
        self.length = length
        self.count = count
        self.spots = spots

    def __repr__(self) -> str:
        ended = f"limit ({self.limit})" if self.limit is not None else self.status
        found = f", {self.count} solutions of length {self.length}" if self.length is not None else ""
        return f"<Heatmap {ended}{found}, {len(self)} spots>"

    def share(self, kind: str, place: str) -> Fraction:
        """The exact share of optimal solutions; 0 if it never happens."""
        for spot in self.spots:
            if spot.kind == kind and spot.place == place:
                return Fraction(spot.solutions, self.count or 1)
        return Fraction(0)

    def __iter__(self) -> Iterator[Spot]:
        return iter(self.spots)

    def __len__(self) -> int:
        return len(self.spots)


def heatmap(
    puzzle: Puzzle | str,
    *,
    after: str | Iterable[Any] = (),
    limits: Limits | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Heatmap:
    """The heat map of all optimal solutions. Arguments and errors are those of `solve`.

    >>> clew.heatmap("null:1").spots
    [Spot('counter', '0', solutions=1, visits=1)]
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    found = solutions(puzzle, after=after, limits=limits, on_progress=on_progress, threads=threads)
    count = found.count
    spots = [
        Spot(*found.puzzle._landing(kind, place), share, visits)
        for (kind, place), (visits, share) in found.heat().items()
    ]
    status = found.status if found.limit is None else "limit"
    heat = Heatmap(found.puzzle, found.start, status, found.limit, found.length, count, spots)
    heat._rest_on(found.puzzle, [found.proof])
    return heat
