"""Checks a heuristic against true distances, which it must never exceed.

A small puzzle is explored completely, and every state is checked, those nearest to a goal first, so that the
first violation is a smallest counterexample. For a larger one, a solution is found without the heuristic; the
cost of the rest of it is the distance of each of its states (or an upper bound, if the solution is not proved
optimal).
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.boards.load import adapted
from clew.custom.optional_rules import overrides
from clew.search.improve import improve
from clew.search.limits import Limits
from clew.search.solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.custom.laws import Laws
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

MAPPED = 100
"""How many times more states are explored for distances than are checked against the other laws."""

LEAST_SECONDS = 0.5


def check_bounds(puzzle: Puzzle, laws: Laws, states: int, until: float) -> tuple[int, bool] | None:
    """The number of states whose heuristic was checked, and whether these are all states; None if the puzzle
    has no heuristic. Raises `PuzzleError`.
    """
    if not overrides(puzzle, "heuristic"):
        return None
    searched = adapted(puzzle)
    limits = Limits(states=states * MAPPED, seconds=max(LEAST_SECONDS, until - monotonic()))
    space = _map(searched, limits)
    distances = _along_a_line(searched, limits) if space is None else _over(space)
    checked = 0
    for state, distance, exact in distances:
        checked += 1
        laws.check_bound(state, distance, exact)
        if monotonic() > until and checked > states:
            return checked, False
    return checked, space is not None


def _map(puzzle: EnginePuzzle, limits: Limits) -> StateSpace | None:
    """The complete map, if it fits and numpy is there."""
    try:
        from clew.statespace.explore import explore

        space = explore(puzzle, limits=limits, edges=False)
    except ImportError:
        return None
    return space if space.limit is None else None


def _over(space: StateSpace) -> Iterator[tuple[Any, float, bool]]:
    """The states of a map with their distances, nearest to a goal first, and that those are exact."""
    import numpy as np

    for number in np.argsort(space.distance, kind="stable").tolist():
        distance = int(space.distance[number])
        yield space.state(number), inf if distance == 65_535 else distance, True


def _along_a_line(puzzle: EnginePuzzle, limits: Limits) -> Iterator[tuple[Any, float, bool]]:
    """The states of a solution, the last first, with what is left of it, and whether that is the distance."""
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
