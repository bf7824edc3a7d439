"""A line through waypoints: each leg is a cheapest way from one position to another.

The engine meets each waypoint from both sides where its moves can be walked backwards. A game ends at its
first goal: no leg passes through one, though the last waypoint may be one.
"""

from __future__ import annotations

from clew.search.solution import Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew._engine import Found
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Run


def solve_through(puzzle: EnginePuzzle, start: str, waypoints: list[str], run: Run) -> Solution:
    """The fewest moves that come through the waypoints in this order and end in a goal."""
    engine = puzzle.engine
    direct = run.call(engine.solve, puzzle.position(start))
    optimum = direct["length"] if direct["status"] == "solved" else None
    codes: list[tuple[int, ...]] = []
    legs: list[int] = []
    states = direct["states"]
    here = engine.canonical(puzzle.position(start))
    for number, waypoint in enumerate(waypoints, 1):
        target = engine.canonical(puzzle.position(waypoint))
        leg = run.call(engine.between, here, target)
        states += leg["states"]
        if leg["status"] != "solved" or leg["codes"] is None or leg["length"] is None:
            reason = f"no line of moves leads to waypoint {number}, {waypoint}, before the puzzle is solved"
            broken = _broken(direct, run, leg, sum(legs), reason, states)
            return Solution(puzzle, start, broken, legs, optimum)
        codes += leg["codes"]
        legs.append(leg["length"])
        here = target
    last = run.call(engine.solve, here)
    through: Found = {**last, "states": states + last["states"], "seconds": run.seconds}
    through["reason"] = f"the way to each waypoint met from both sides, then: {last['reason']}"
    if last["lower_bound"] is not None:
        through["lower_bound"] = last["lower_bound"] + sum(legs)
    if last["codes"] is not None and last["length"] is not None:
        legs.append(last["length"])
        through["codes"] = codes + last["codes"]
        through["length"] = sum(legs)
    return Solution(puzzle, start, through, legs, optimum)


def _broken(direct: Found, run: Run, leg: Found, length: int, reason: str, states: int) -> Found:
    """No line through a waypoint: proved, or not known at a limit."""
    least = length + (leg["lower_bound"] or 0)
    return {
        **direct,
        "status": leg["status"],
        "limit": leg["limit"],
        "length": None,
        "codes": None,
        "optimal": False,
        "lower_bound": None if leg["status"] == "unsolvable" else max(least, direct["lower_bound"] or 0),
        "states": states,
        "seconds": run.seconds,
        "reason": reason,
    }
