"""Solutions through waypoints: each leg is a cheapest path from one position to the next.

The engine searches each leg from both sides if its moves can be walked backwards. A game ends at its first
goal: no leg passes through one, though the last waypoint may be one.

The limits apply to the whole solution and to all searches together: a leg may cost what earlier legs leave of
`moves`, and store what earlier searches leave of `states`. The optimum without waypoints is searched for
last, with what is left, because the solution itself is what the caller asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.search.solution import Solution

if TYPE_CHECKING:
    from clew._engine import Found
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Run


def solve_through(puzzle: EnginePuzzle, start: Any, waypoints: list[Any], run: Run) -> Solution:
    """The shortest solution that passes through the waypoints in this order."""
    engine = puzzle._engine
    here = engine.canonical(puzzle._numbers(start))
    found: list[Found] = []
    for waypoint in waypoints:
        target = engine.canonical(puzzle._numbers(waypoint))
        found.append(run.call(engine.between, here, target))
        if not _goes_on(found[-1], run):
            break
        here = target
    else:
        found.append(run.call(engine.solve, here))
        _goes_on(found[-1], run)
    run.moves_spent = 0
    direct = run.call(engine.solve, puzzle._numbers(start))
    optimum = direct["length"] if direct["status"] == "solved" else None
    through = _joined(found, len(waypoints))
    if through["codes"] is None and through["lower_bound"] is not None:
        through["lower_bound"] = max(through["lower_bound"], direct["lower_bound"] or 0)
    if through["codes"] is None and len(found) <= len(waypoints):
        lost = len(found)
        through["reason"] = (
            f"no moves lead to waypoint {lost}, {waypoints[lost - 1]}, before the puzzle is solved"
            if through["status"] == "unsolvable"
            else f"a limit ended the search for waypoint {lost}, {waypoints[lost - 1]}"
        )
    through["states"] += direct["states"]
    through["expanded"] += direct["expanded"]
    through["seconds"] = run.seconds
    return Solution(puzzle, start, through, _lengths(found), optimum, "waypoints")


def _goes_on(leg: Found, run: Run) -> bool:
    """Whether the leg is solved; it is taken from the limits."""
    run.states_spent += leg["states"]
    run.moves_spent += leg["length"] or 0
    return leg["status"] == "solved"


def _lengths(found: list[Found]) -> list[int]:
    """The cost of each leg that has a line."""
    return [leg["length"] for leg in found if leg["length"] is not None]


def _joined(found: list[Found], waypoints: int) -> Found:
    """All legs as one answer: the line if each has one, otherwise the status of the last."""
    last = found[-1]
    before = sum(_lengths(found[:-1]))
    whole: Found = {**last, "states": sum(leg["states"] for leg in found)}
    whole["expanded"] = sum(leg["expanded"] for leg in found)
    whole["reason"] = f"search from both ends to each waypoint, then: {last['reason']}"
    if last["lower_bound"] is not None:
        whole["lower_bound"] = before + last["lower_bound"]
    if len(found) <= waypoints or last["codes"] is None or last["length"] is None:
        whole["codes"], whole["length"], whole["optimal"] = None, None, False
    else:
        whole["codes"] = [code for leg in found for code in leg["codes"] or []]
        whole["length"] = before + last["length"]
    return whole
