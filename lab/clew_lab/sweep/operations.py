"""What a sweep does with one board, and the resulting columns."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import ClewError
from clew.measures.rating import rating
from clew.search.solutions import solutions
from clew.search.solve import solve
from clew.statespace.census import census
from clew.statespace.explore import explore
from clew.statespace.figures import figures

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits

    Make = Callable[[EnginePuzzle, Limits, dict[str, Any]], dict[str, Any]]

KINDS = ("whole", "real", "flag", "text", "texts", "wholes")
"""The kinds of columns: 64-bit integers, doubles, booleans, text, and lists of two of them."""

COMMON = {
    "family": "text",
    "board": "text",
    "status": "text",
    "limit": "text",
    "puzzle": "text",
    "metric": "text",
    "left_out": "text",
    "stopped": "text",
    "proof": "text",
}
"""The columns of every built-in operation, as in the --json output of the commands."""


class Operation(NamedTuple):
    """Something to do with each board of a sweep.

    `name` is recorded in the sweep's folder. `make(puzzle, limits, options)` returns a JSON-compatible
    dictionary: `status` (one word), and a value or None for each of `columns`, whose kinds are those of
    `KINDS`. It is called in a separate process, which finds it by `home`, "module:NAME": the operation must
    have that name in a module that workers can import.
    """

    name: str
    home: str
    columns: dict[str, str]
    make: Make


def find(home: str) -> Operation:
    """The operation with that home. Raises `ClewError` if there is none."""
    module, _, name = home.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ClewError(f"{home}: there is no such operation: {error}") from error
    if not isinstance(found, Operation):
        raise ClewError(f"{home} is not a clew_lab.sweep.Operation")
    return found


def _solve(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    if options.get("count"):
        found = solutions(puzzle, algorithm=options["algorithm"], limits=limits, threads=1)
        result, count = found.solution.to_dict(), found.count
        result["count"] = None if count is None else str(count)
        if count is None and found.limit is None:
            result["limit"] = "seconds"
        return result

    result = solve(puzzle, options["algorithm"], limits=limits, threads=1).to_dict()
    result["count"] = None if result["count"] is None else str(result["count"])
    return result


def _rate(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    return rating(puzzle, options["measures"], limits, 1, options["seed"]).to_dict()


def _map(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    return figures(
        explore(puzzle, options["expand_goals"], limits=limits, max_depth=options["max_depth"], threads=1)
    )


def _census(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    return census(puzzle, limits=limits, threads=1, method=options["method"]).to_dict()


SOLVE = Operation(
    "solve",
    f"{__name__}:SOLVE",
    {
        **COMMON,
        "optimal": "flag",
        "length": "whole",
        "lower_bound": "whole",
        "moves": "texts",
        "count": "text",
        "states": "whole",
        "seconds": "real",
        "algorithm": "text",
    },
    _solve,
)
"""`count` is text: numbers of solutions have no bound."""

_WHOLE = (
    "min_moves",
    "eccentricity",
    "states",
    "edges",
    "goal_states",
    "corridor_states",
    "min_width",
    "branching_max",
)
_TEXT = ("farthest",)


RATE = Operation("rate", f"{__name__}:RATE", COMMON, _rate)
"""Its columns are those of the requested measures: see `rating_of`."""


def rating_of(measures: list[str]) -> Operation:
    """The operation that computes these measures."""
    kinds = {name: "whole" if name in _WHOLE else "text" if name in _TEXT else "real" for name in measures}
    return RATE._replace(columns={**COMMON, **kinds})


MAP = Operation(
    "map",
    f"{__name__}:MAP",
    {
        **COMMON,
        "states": "whole",
        "edges": "whole",
        "undirected_edges": "whole",
        "goal_states": "whole",
        "dead_ends": "whole",
        "min_moves": "whole",
        "eccentricity": "whole",
        "layers": "wholes",
        "expand_goals": "flag",
        "max_depth": "whole",
        "complete": "flag",
        "part": "text",
        "radius": "whole",
        "all_solutions": "flag",
        "leaving": "whole",
        "stored": "whole",
        "seconds": "real",
    },
    _map,
)

CENSUS = Operation(
    "census",
    f"{__name__}:CENSUS",
    {
        **COMMON,
        "counts": "wholes",
        "total": "whole",
        "unsolvable": "whole",
        "diameter": "whole",
        "mean": "real",
        "hardest": "texts",
        "method": "text",
        "memory": "whole",
        "seconds": "real",
    },
    _census,
)
