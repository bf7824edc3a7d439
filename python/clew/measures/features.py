"""The features from which `clew.predict_difficulty` forecasts how people will do, taken from a level's map.

There are three, because 35 levels do not support more. Each stands for something that costs people time:

* `log_moves`: the logarithm of the fewest moves. People who never err still have to make them.
* `log_walk`: the logarithm of the moves that a player needs who sees a goal only from nearby. Such a player
  wanders where the map is wide and many moves lead nowhere.
* `choices`: the legal moves of a position, mean over all optimal solutions. In a tight board, each piece that
  moves needs others to make room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.measures.hitting_time import guided_moves
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.statespace.arrays import NO_GOAL
from clew.statespace.background import no_pause
from clew.statespace.graph import graph_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.measures.hitting_time import Floats
    from clew.statespace.graph import Graph
    from clew.statespace.space import StateSpace

NEAR = 5
"""Within this many moves, the player of `log_walk` sees the goal."""

SEEN, UNSEEN = 1.0, 0.3
"""How strongly a move that gets one nearer is preferred: e to this power, near a goal and farther away."""


class Features(NamedTuple):
    """The features of one level."""

    log_moves: float
    log_walk: float
    choices: float


NAMES = Features._fields


def features(space: StateSpace, pause: Callable[[], None] = no_pause) -> Features:
    """The features of a level. Raises `ClewError` if it cannot be solved or is solved at the start."""
    graph = graph_of(space)
    least = int(graph.distance[graph.start])
    if least == NO_GOAL:
        raise ClewError("no goal can be reached from the start, so there is nothing to predict")
    if graph.is_goal[graph.start]:
        raise ClewError("the board is solved at the start, so there is nothing to predict")
    walk = guided_moves(graph, pull(graph), pause)
    if not np.isfinite(walk):
        raise ClewError("the expected moves of a player cannot be computed on this map")
    return Features(float(np.log(max(least, 1))), float(np.log(walk)), _choices(graph, pause))


def pull(graph: Graph) -> Floats:
    """What the player of `log_walk` wants to make small: the distance, which counts less far from a goal."""
    distance = graph.distance.astype(np.float64)
    return np.where(distance <= NEAR, SEEN * distance, SEEN * NEAR + UNSEEN * (distance - NEAR))


def _choices(graph: Graph, pause: Callable[[], None]) -> float:
    found = optimal_subgraph(graph, pause)
    played = ~graph.is_goal[found.states]
    share = found.visit[played] / found.visit[played].sum()
    return float((share * graph.degree[found.states[played]]).sum())
