"""Checks a heuristic against true distances, which it must never exceed.

A small puzzle is explored completely, and every state is checked, those nearest to a goal first, so that the
first violation is a smallest counterexample. For a larger one, a solution is found without the heuristic; the
cost of the rest of it is the distance of each of its states (or an upper bound, if the solution is not proved
optimal).
"""

from __future__ import annotations

from math import inf
from time import monotonic

from clew.boards.load import adapted
from clew.custom.optional_rules import overrides
from clew.errors import PuzzleError
from clew.search.improve import improve
from clew.search.limits import Limits
from clew.search.solve import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle

MAPPED = 100
"""How many times more states are explored for distances than are checked against the other laws."""

LEAST_SECONDS = 0.5


def check_bounds(
    puzzle: Puzzle, path_to: Callable[[Any], list[str] | None], states: int, until: float
) -> int | None:
    """The number of states whose heuristic was checked; None if the puzzle has none. Raises `PuzzleError`."""
    if not overrides(puzzle, "heuristic"):
        return None
    checked = 0
    for state, distance, exact in _distances(adapted(puzzle), states * MAPPED, until):
        checked += 1
        given = puzzle.heuristic(state)
        bound = _number(puzzle, given, state)
        if bound > distance + 1e-6:
            raise _breach(puzzle, state, given, distance, exact, path_to(state))
        if monotonic() > until and checked > states:
            break
    return checked


def _number(puzzle: Puzzle, given: Any, state: Any) -> float:
    if given is None:
        return inf
    try:
        return float(given)
    except (TypeError, ValueError):
        raise PuzzleError(
            f"{type(puzzle).__name__}.heuristic: returned {given!r} at {state!r}; it must return a "
            "number, or None",
            state,
        ) from None


def _breach(
    puzzle: Puzzle, state: Any, given: Any, distance: float, exact: bool, path: list[str] | None
) -> PuzzleError:
    left = "0: it is solved" if distance == 0 else f"{'' if exact else 'at most '}{distance:g}"
    said = "that no goal can be reached" if given is None else f"{given}"
    error = PuzzleError(
        f"{type(puzzle).__name__}.heuristic: says {said} at {state!r}, but the true distance is {left}; "
        "a lower bound must never exceed it",
        state,
    )
    error.rule, error.path = "heuristic", path
    return error


def _distances(puzzle: EnginePuzzle, most: int, until: float) -> Iterator[tuple[Any, float, bool]]:
    """States with their distances, nearest to a goal first, and whether those are exact."""
    limits = Limits(states=most, seconds=max(LEAST_SECONDS, until - monotonic()))
    try:
        from clew.statespace.explore import explore

        space = explore(puzzle, limits=limits, edges=False)
    except ImportError:
        space = None
    if space is not None and space.limit is None:
        import numpy as np

        for number in np.argsort(space.distance, kind="stable").tolist():
            distance = int(space.distance[number])
            yield space.state(number), inf if distance == 65_535 else distance, True
        return
    yield from _along_a_line(puzzle, limits)


def _along_a_line(puzzle: EnginePuzzle, limits: Limits) -> Iterator[tuple[Any, float, bool]]:
    found = solve(puzzle, "bfs", limits=limits)
    if found.length is None:
        found = improve(puzzle, limits=limits).first()
    if found.length is None:
        yield puzzle.initial(), inf, False
        return
    left = 0
    yield found.positions[-1], 0, True
    for step, state in zip(reversed(found.steps), reversed(found.positions[:-1]), strict=True):
        left += step.cost
        yield state, left, found.optimal
