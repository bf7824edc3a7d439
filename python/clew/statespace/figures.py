"""The figures of a map, as `clew map --json` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.statespace.arrays import NO_GOAL

if TYPE_CHECKING:
    from clew.statespace.space import StateSpace


def figures(space: StateSpace) -> dict[str, Any]:
    """The JSON object of one map, with null for what a limit prevented, and for what a part does not show."""
    there = space.n > 0
    distance = space.distance[space.distance != NO_GOAL]
    far = int(space.distance[space.start]) if there else NO_GOAL
    result: dict[str, Any] = {
        "family": space.puzzle.family,
        "board": space.puzzle._body(),
        "status": space.status,
        "puzzle": str(space.puzzle),
        "metric": space.puzzle.metric,
        "states": space.n if there else None,
        "edges": space.edges if there else None,
        "undirected_edges": space.undirected_edges if there else None,
        "goal_states": int(space.is_goal.sum()) if there else None,
        "dead_ends": space.n - len(distance) if space.complete else None,
        "min_moves": None if far == NO_GOAL else far,
        "eccentricity": int(distance.max()) if len(distance) and space.complete else None,
        "layers": space.layers.tolist() if there else None,
        "expand_goals": space.expand_goals,
        "max_depth": space.max_depth,
        "complete": space.complete,
        "part": space.part if there else None,
        "radius": space.radius,
        "all_solutions": space.all_solutions if there else None,
        "leaving": space.n - len(distance) if there and not space.complete else None,
        "stored": space.stored,
        "seconds": round(space.seconds, 6),
    }
    if space.limit is not None:
        result["limit"] = space.limit
    return {**result, **space.rests_on}
