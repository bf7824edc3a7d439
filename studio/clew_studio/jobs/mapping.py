"""The map of a board, for a page to explore: all of it, or what is near the shortest solutions.

Runs in the solver process. The answer has the bytes of `clew.maps.walk`, encoded as text because answers are
JSON, and the text of every state.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.maps.walk import VERSION, walk
from clew.search.limits import Limits
from clew.statespace.corridor import explore_corridor
from clew.statespace.explore import explore

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

Json = dict[str, Any]

MOST_STATES = 60_000
"""States of the largest map that a page draws smoothly."""

LISTED_STATES = 20_000
"""States of the largest board in the list of maps: publishing one explores it."""

NO_GOAL = 65_535


def map_json(
    puzzle: EnginePuzzle, limits: Limits, threads: int, tell: Callable[[str], object] | None = None
) -> Json:
    """Return the whole map if it is small enough; else the shortest solutions and what is within `radius`
    moves of them. `tell` is called with the name of each phase of drawing.
    """
    space = _explored(puzzle, limits, threads, MOST_STATES)
    if space.limit == "states":
        space = explore_corridor(puzzle, MOST_STATES, limits=limits, threads=threads)
    if space.n == 0:
        return {"status": "limit", "limit": space.limit}
    texts = "\n".join(str(space.state(number)) for number in range(space.n))
    known = space.distance[space.distance != NO_GOAL]
    return {
        "status": "solved",
        "limit": None,
        "states": space.n,
        "edges": space.undirected_edges,
        "goals": int(space.is_goal.sum()),
        "farthest": int(known.max()) if len(known) and space.complete else None,
        "start": space.start,
        "radius": space.radius,
        "all_solutions": space.all_solutions,
        "walk_version": VERSION,
        "walk": b64encode(walk(space, on_phase=tell)).decode(),
        "texts": b64encode(zlib.compress(texts.encode())).decode(),
    }


def listed_map(puzzle: EnginePuzzle) -> StateSpace:
    """Return the map of a board as the list of maps shows it: incomplete if it has too many positions."""
    return _explored(puzzle, Limits(), 1, LISTED_STATES)


def rings_of(space: StateSpace) -> tuple[int, list[int]]:
    """Return how many positions a board has, and how many are 0, 1, 2, ... moves away from a goal.

    ``(0, [])`` if there are too many to list. Positions from which no goal can be reached count only in the
    first number.
    """
    ways = space.distance[space.distance != NO_GOAL]
    return space.n, np.bincount(ways).tolist() if len(ways) else []


def _explored(puzzle: EnginePuzzle, limits: Limits, threads: int, states: int) -> StateSpace:
    bounds = Limits(states=states, seconds=limits.seconds, memory=limits.memory)
    return explore(puzzle, limits=bounds, threads=threads)
