"""How far everything in a network is from one place, by one Dijkstra search for all places; and how long a
route takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import hypot

from clew_world.routes.network import Network
from clew_world.routes.spots import Leg, Spot

Lets = Callable[[int, Spot, Spot], bool]
"""Whether one may go from one place to the next and be there at a cost."""


class Reach:
    """The cheapest costs, in units, from a start to all places of a network; with `lets`, only by ways
    that it lets one go."""

    def __init__(self, network: Network, start: Spot, lets: Lets | None = None) -> None:
        self.network = network
        self._start = start
        self._lets = lets or (lambda cost, a, b: True)
        self._costs: dict[int, int] = {}
        spots = network.spots
        waiting = [
            (cost, number)
            for spot, number in network.joins(start)
            if self._lets(cost := network.walked(start, spot), start, spot)
        ]
        waiting.sort()
        ways = network.ways_out
        while waiting:
            cost, here = heappop(waiting)
            if here in self._costs:
                continue
            self._costs[here] = cost
            for there, more in ways.get(here, ()):
                if there not in self._costs and self._lets(cost + more, spots[here], spots[there]):
                    heappush(waiting, (cost + more, there))

    def cost(self, goal: Spot) -> int | None:
        """The cost of the cheapest route to a place; None if there is none."""
        network, start = self.network, self._start
        last = [
            (self._costs[number] + network.walked(spot, goal), spot)
            for spot, number in network.joins(goal)
            if number in self._costs
        ]
        if start.stretch == goal.stretch and start.ladder == goal.ladder:
            last.append((network.walked(start, goal), start))
        return min((cost for cost, spot in last if self._lets(cost, spot, goal)), default=None)

    def spots(self) -> list[tuple[int, Spot]]:
        """The places of the network that can be reached, each with its cost, in order."""
        return [(self._costs[number], self.network.spots[number]) for number in sorted(self._costs)]


def takes(leg: Leg, start: tuple[float, float], speed: float) -> float:
    """How long a leg takes, in seconds."""
    if leg.flight is not None:
        return leg.flight.seconds
    return hypot(leg.x - start[0], leg.y - start[1]) / speed


def seconds_of(legs: Sequence[Leg], start: tuple[float, float], speed: float) -> float:
    """How long a route takes from its start, in seconds."""
    seconds = 0.0
    for leg in legs:
        seconds += takes(leg, start, speed)
        start = (leg.x, leg.y)
    return seconds
