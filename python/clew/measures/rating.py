"""Rates one board: explores it and computes its measures, or none at a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError, LimitReached
from clew.measures.names import FORECASTS
from clew.search.proved import Proved
from clew.statespace.explore import explore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.measures.difficulty import Value
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits, Progress
    from clew.statespace.space import StateSpace

SLOW = ("betweenness",)
"""Slow measures, which are computed only when they are named."""


class Rating(Proved):
    """The measures of one board: `values` by name, all None at a limit. They rest on what the map does."""

    def __init__(
        self,
        puzzle: EnginePuzzle,
        outcome: str,
        limit: str | None,
        found: dict[str, Value],
        space: StateSpace | None = None,
    ) -> None:
        if space is not None:
            self.left_out, self.stopped, self.proof = space.left_out, space.stopped, space.proof
        self.puzzle = puzzle
        self.status = outcome
        self.limit = limit
        self.values = found

    def to_dict(self, names: Iterable[str] | None = None) -> dict[str, Any]:
        """What `clew rate --json` prints, for the named measures or for all."""
        shown = list(self.values if names is None else names)
        result: dict[str, Any] = {
            "family": self.puzzle.family,
            "board": self.puzzle._body(),
            "status": self.status,
            "puzzle": str(self.puzzle),
            "metric": self.puzzle.metric,
            **{name: plain(self.values[name]) for name in shown},
        }
        if self.limit is not None:
            result["limit"] = self.limit
        return {**result, **self.rests_on}


def rating(
    puzzle: EnginePuzzle,
    names: list[str],
    limits: Limits,
    threads: int,
    seed: int,
    on_progress: Callable[[Progress], object] | None = None,
) -> Rating:
    """Rates one board; at a limit there are no values."""
    from clew.measures.difficulty import rate

    nothing: dict[str, Value] = dict.fromkeys(names)
    space = explore(puzzle, limits=limits, threads=threads, on_progress=on_progress)
    if not space.complete:
        return Rating(puzzle, "limit", space.limit, nothing)
    try:
        found = rate(space, [name for name in names if name not in FORECASTS], seed=seed, limits=limits)
        values = found.to_dict()
        if any(name in FORECASTS for name in names):
            values.update(forecasts(space, limits))
    except LimitReached:
        return Rating(puzzle, "limit", "interrupted" if limits.cancelled else "seconds", nothing)
    return Rating(puzzle, space.status, None, {name: values[name] for name in names}, space)


def forecasts(space: StateSpace, limits: Limits) -> dict[str, Value]:
    """The values of `FORECASTS`; None for a level that cannot be solved, or is solved at the start."""
    from clew.measures.predict import predict_difficulty

    try:
        found = predict_difficulty(space, limits=limits)
    except LimitReached:
        raise
    except ClewError:
        return dict.fromkeys(FORECASTS)
    return dict(zip(FORECASTS, (*found.seconds, *found.moves, *found.solved), strict=True))


def plain(value: Value) -> Value:
    """A value for CSV and JSON, which have no infinity."""
    if isinstance(value, float):
        if value != value:
            return None
        return "inf" if value == float("inf") else value
    return value
