"""How a layout lies on the page: from the start on the left to the goals on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clew.statespace.arrays import NO_GOAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.statespace.graph import Graph

    Places = NDArray[np.float64]


def turned(graph: Graph, places: Places) -> Places:
    """The places, (n, 2) or (n, 3), turned about their middle and mirrored, so that all distances stay.

    The way from the start to the goals points right. Without a goal, it is the way to the state that lies
    farthest from the start. What is nearer to a goal than the start is on the whole lies above the middle.
    """
    right = _direction(graph, places)
    if right is None:
        return places
    up = _across(graph, places, right)
    axes = [right, up] if places.shape[1] == 2 else [right, up, np.cross(right, up)]
    found: Places = places @ np.array(axes).T
    return found


def _direction(graph: Graph, places: Places) -> Places | None:
    start = places[graph.start]
    if graph.is_goal.any():
        way = places[graph.is_goal].mean(axis=0) - start
    else:
        way = places[np.square(places - start).sum(axis=1).argmax()] - start
    return _unit(way)


def _across(graph: Graph, places: Places, right: Places) -> Places:
    """The axis at right angles; in space, towards the state that is farthest from the first one."""
    if places.shape[1] == 2:
        up: Places = np.array([-right[1], right[0]])
    else:
        off = places - np.outer(places @ right, right)
        found = _unit(off[np.square(off).sum(axis=1).argmax()])
        spare = np.eye(3)[np.abs(right).argmin()]
        other = spare - right * (spare @ right)
        up = found if found is not None else other / np.sqrt(np.square(other).sum())
    near = (graph.distance != NO_GOAL) & (graph.distance <= graph.distance[graph.start])
    return -up if near.any() and (places[near] @ up).mean() > 0 else up


def _unit(way: Places) -> Places | None:
    length = np.sqrt(np.square(way).sum())
    return way / length if length > 0 else None
