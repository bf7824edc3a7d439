"""Sweeps of the commands: `clew.sweep.solve`, `rate`, `map`, `census`."""

from __future__ import annotations

from clew.errors import ClewError
from clew.optional import numpy_for
from clew.search.limits import ALGORITHMS
from clew.sweep.operations import CENSUS, MAP, SOLVE, rating_of
from clew.sweep.runner import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from typing import Any

    from clew.sweep.boards import Source
    from clew.sweep.runner import Sweep

    Boards = Source | Iterable[Source]
    Out = str | PathLike[str] | None


def solve(
    boards: Boards, out: Out = None, *, count: bool = False, algorithm: str = "auto", **sweep: Any
) -> Sweep:
    """The fewest moves of every board; with `count` also the exact number of optimal solutions, as text.

    Everything else, `client`, `workers`, `limits` and so on, as in `clew.sweep.run`.
    """
    if algorithm not in ALGORITHMS:
        raise ClewError(f"there is no algorithm {algorithm!r}: choose one of {', '.join(ALGORITHMS)}")
    return run(boards, SOLVE, out, options={"count": bool(count), "algorithm": algorithm}, **sweep)


def rate(
    boards: Boards, out: Out = None, *, measures: Iterable[str] | None = None, seed: int = 0, **sweep: Any
) -> Sweep:
    """Measures of difficulty of every board: those named, or all but the slow ones, as in `clew rate --json`.

    An infinite value is one in the table too. Everything else as in `clew.sweep.run`.
    """
    numpy_for("a sweep of measures")
    from clew.measures.difficulty import MEASURES
    from clew.measures.rating import SLOW

    names = [name for name in MEASURES if name not in SLOW] if measures is None else list(measures)
    for name in names:
        if name not in MEASURES:
            raise ClewError(f"there is no measure {name!r}. Measures: {', '.join(MEASURES)}")
    return run(boards, rating_of(names), out, options={"measures": names, "seed": seed}, **sweep)


def map(
    boards: Boards, out: Out = None, *, expand_goals: bool = True, max_depth: int | None = None, **sweep: Any
) -> Sweep:
    """The figures of every board's map, as in `clew map --json`. Everything else as in `clew.sweep.run`."""
    options = {"expand_goals": bool(expand_goals), "max_depth": max_depth}
    return run(boards, MAP, out, options=options, **sweep)


def census(boards: Boards, out: Out = None, *, method: str = "auto", **sweep: Any) -> Sweep:
    """How many of all positions of every board need how many moves, as in `clew census --json`.

    Everything else as in `clew.sweep.run`.
    """
    from clew.statespace.census import METHODS

    if method not in METHODS:
        raise ClewError(f"there is no method {method!r}: choose one of {', '.join(METHODS)}")
    return run(boards, CENSUS, out, options={"method": method}, **sweep)
