"""Where pieces come to stand on optimal solutions, exactly."""

from __future__ import annotations

from clew.search.limits import bounded
from clew.search.solutions import solutions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from fractions import Fraction
    from typing import Any, Unpack

    from clew._engine import LimitName, Status
    from clew.puzzle import Puzzle
    from clew.search.limits import Bounds, Limits
    from clew.search.progress import Progress


class Spot:
    """A kind of piece at a place: on how many solutions a move ends so, and how often on all together."""

    __slots__ = ("kind", "place", "solutions", "visits")

    def __init__(self, kind: str, place: str, solutions: int, visits: int) -> None:
        self.kind = kind
        self.place = place
        self.solutions = solutions
        self.visits = visits

    def __repr__(self) -> str:
        return f"Spot({self.kind!r}, {self.place!r}, solutions={self.solutions}, visits={self.visits})"


class Heatmap:
    """For each kind of piece and place, the share of optimal solutions in which it comes to stand there.

    `count`: all optimal solutions; `length`: cost of each. `spots`: what happens at least once, in order of
    kind and place. A place is a cell; of a block, the cell of its upper left (the first cell, row by row).
    Only moves count: where a piece stands at the start it has not come to stand.

    Each move is a landing, so that all `visits` add up to `length` x `count` (passes of a coin are landings
    where it stands, also where they cost nothing: then the sum is larger). Empty where the puzzle is
    unsolvable, solved, or a limit was reached; then `status` and `limit` say so.
    """

    def __init__(
        self,
        status: Status,
        limit: LimitName | None,
        length: int | None,
        count: int | None,
        spots: list[Spot],
    ) -> None:
        self.status = status
        self.limit = limit
        self.length = length
        self.count = count
        self.spots = spots

    def share(self, kind: str, place: str) -> Fraction:
        """The exact share of optimal solutions; 0 where it never happens."""
        from fractions import Fraction

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
    **bounds: Unpack[Bounds],
) -> Heatmap:
    """The heat map of all optimal solutions; arguments and errors as in `solve`."""
    limits = bounded(limits, bounds)
    found = solutions(puzzle, after=after, limits=limits, on_progress=on_progress, threads=threads)
    count = found.count
    spots = [
        Spot(*found.puzzle.landing(kind, place), share, visits)
        for (kind, place), (visits, share) in found.heat().items()
    ]
    return Heatmap(found.status, found.limit, found.length, count, spots)
