"""The map of a small board as a page draws it: positions, distances, links, shortest routes.

Runs in the solver process. Positions have the numbers of `clew.explore`, which are always the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.search.limits import Limits
from clew.statespace.explore import explore

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

Json = dict[str, Any]

MOST_STATES = 20_000
MOST_LINKS = 60_000
"""The most lines that a page shows; with more, it shows none."""

NO_GOAL = 65_535
DIGITS = 4


def map_json(puzzle: EnginePuzzle, limits: Limits, threads: int) -> Json:
    """Return the whole map; if that is too large, all positions up to as many moves as fit (`truncated`).
    Distances of a truncated map are those within it.
    """
    space = _explored(puzzle, limits, None, threads)
    truncated = space.limit == "states"
    if truncated:
        space = _as_far_as_fits(puzzle, limits, threads)
    if space.n == 0:
        return {"status": "limit", "limit": space.limit}
    return {"status": "solved", "limit": None, "truncated": truncated, **_drawn(space, truncated)}


def rings_of(puzzle: EnginePuzzle) -> tuple[int, list[int]]:
    """Return how many positions a board has, and how many are 0, 1, 2, ... moves away from a goal.

    ``(0, [])`` if there are more than a page draws. Positions from which no goal can be reached count only
    in the first number.
    """
    space = _explored(puzzle, Limits(), None, 1)
    ways = space.distance[space.distance != NO_GOAL]
    return space.n, np.bincount(ways).tolist() if len(ways) else []


def _explored(puzzle: EnginePuzzle, limits: Limits, depth: int | None, threads: int) -> StateSpace:
    bounds = Limits(states=MOST_STATES, seconds=limits.seconds, memory=limits.memory)
    return explore(puzzle, limits=bounds, max_depth=depth, threads=threads)


def _as_far_as_fits(puzzle: EnginePuzzle, limits: Limits, threads: int) -> StateSpace:
    """Return the map up to the largest depth that a page can show."""
    space = _explored(puzzle, limits, 0, threads)
    depth = 1
    while (deeper := _explored(puzzle, limits, depth, threads)).n:
        space, depth = deeper, depth + 1
    return space


def _drawn(space: StateSpace, truncated: bool) -> Json:
    ways = space.distance[space.distance != NO_GOAL]
    places = np.round(space.layout("pivot-mds" if truncated or not len(ways) else "layers"), DIGITS)
    return {
        "states": space.n,
        "edges": space.undirected_edges,
        "goals": int(space.is_goal.sum()),
        "farthest": int(ways.max()) if len(ways) else None,
        "start": space.start,
        "x": places[:, 0].tolist(),
        "y": places[:, 1].tolist(),
        "distance": [None if far == NO_GOAL else far for far in space.distance.tolist()],
        "depth": space.depth.tolist(),
        "goal": space.is_goal.tolist(),
        "links": _links(space),
        "optimal": _on_shortest_routes(space),
        "positions": [space.state(number) for number in range(space.n)],
    }


def _links(space: StateSpace) -> list[list[int]]:
    """Pairs of states with a move between them, each once."""
    if space.undirected_edges > MOST_LINKS:
        return []
    rows = (space.row(number).tolist() for number in range(space.n))
    pairs = {(min(here, to), max(here, to)) for here, row in enumerate(rows) for to in row if to != here}
    return [list(pair) for pair in sorted(pairs)]


def _on_shortest_routes(space: StateSpace) -> list[int]:
    """Return every state on some shortest path from the start to a goal, the start first."""
    if space.distance[space.start] == NO_GOAL:
        return []
    seen, waiting = {space.start}, [space.start]
    for here in waiting:
        if space.is_goal[here]:
            continue
        for move in space.optimal_moves(here):
            after = space.index(space.puzzle.apply(space.state(here), move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return waiting
