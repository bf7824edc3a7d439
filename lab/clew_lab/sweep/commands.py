"""Sweeps of the commands: `clew_lab.sweep.solve`, `rate`, `map`, `census`."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar

from clew.errors import ClewError
from clew.measures.rating import SLOW
from clew.optional import numpy_for
from clew.search.limits import ALGORITHMS
from clew.statespace.census import METHODS
from clew_lab.sweep.operations import CENSUS, MAP, SOLVE, rating_of
from clew_lab.sweep.runner import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from os import PathLike

    from clew_lab.sweep.boards import Source
    from clew_lab.sweep.runner import Sweep

    Boards = Source | Iterable[Source]
    Out = str | PathLike[str] | None
    Command = TypeVar("Command", bound=Callable[..., Sweep])


def _sweeping(command: Command) -> Command:
    """Shows the arguments that a command hands on to `run` in its signature, for `help`."""
    own = [one for one in signature(command).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    run_s = [one for one in signature(run).parameters.values() if one.kind is Parameter.KEYWORD_ONLY]
    given = [*own, *(one for one in run_s if one.name != "options")]
    command.__signature__ = signature(command).replace(parameters=given)  # type: ignore[attr-defined]
    return command


@_sweeping
def solve(
    boards: Boards, out: Out = None, *, count: bool = False, algorithm: str = "auto", **sweep: Any
) -> Sweep:
    """Solves every board; with `count`, also counts the optimal solutions exactly, as text.

    All other arguments (`client`, `workers`, `limits`, ...) are those of `clew_lab.sweep.run`.
    """
    if algorithm not in ALGORITHMS:
        raise ClewError(f"there is no algorithm {algorithm!r}: choose one of {', '.join(ALGORITHMS)}")
    return run(boards, SOLVE, out, options={"count": bool(count), "algorithm": algorithm}, **sweep)


@_sweeping
def rate(
    boards: Boards, out: Out = None, *, measures: Iterable[str] | None = None, seed: int = 0, **sweep: Any
) -> Sweep:
    """Measures the difficulty of every board: the named measures, or all but the slow ones, as in `clew rate
    --json`.

    Infinite values stay infinite in the table. All other arguments are those of `clew_lab.sweep.run`.
    """
    numpy_for("a sweep of measures")
    from clew.measures.difficulty import MEASURES

    names = [name for name in MEASURES if name not in SLOW] if measures is None else list(measures)
    for name in names:
        if name not in MEASURES:
            raise ClewError(f"there is no measure {name!r}. Measures: {', '.join(MEASURES)}")
    return run(boards, rating_of(names), out, options={"measures": names, "seed": seed}, **sweep)


@_sweeping
def map(
    boards: Boards, out: Out = None, *, expand_goals: bool = True, max_depth: int | None = None, **sweep: Any
) -> Sweep:
    """Maps every board and gives the numbers of `clew map --json`. All other arguments are those of
    `clew_lab.sweep.run`.
    """
    options = {"expand_goals": bool(expand_goals), "max_depth": max_depth}
    return run(boards, MAP, out, options=options, **sweep)


@_sweeping
def census(boards: Boards, out: Out = None, *, method: str = "auto", **sweep: Any) -> Sweep:
    """Takes the census of every board, as in `clew census --json`.

    All other arguments are those of `clew_lab.sweep.run`.
    """
    if method not in METHODS:
        raise ClewError(f"there is no method {method!r}: choose one of {', '.join(METHODS)}")
    return run(boards, CENSUS, out, options={"method": method}, **sweep)
