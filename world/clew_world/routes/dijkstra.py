"""Dijkstra's search over numbered places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import NamedTuple

Way = tuple[int, int]
"""To which place, and at which cost."""


class Settled(NamedTuple):
    """A place with the cost of the cheapest route to it, and the place before it on that route."""

    cost: int
    place: int
    before: int


def settled(start: int, first: Iterable[Way], ways: Callable[[int, int], Iterable[Way]]) -> Iterator[Settled]:
    """The places that can be reached, the nearest first; equal ones by their numbers, so that routes are the
    same everywhere. `first`: the ways out of the start. `ways(place, cost)`: those out of a place that is
    reached at that cost.
    """
    done = {start}
    waiting = [Settled(cost, place, start) for place, cost in first]
    heapify(waiting)
    while waiting:
        found = heappop(waiting)
        cost, place, _ = found
        if place in done:
            continue
        done.add(place)
        yield found
        for there, more in ways(place, cost):
            if there not in done:
                heappush(waiting, Settled(cost + more, there, place))
