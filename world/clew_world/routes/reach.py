"""How far everything in a network is from one place, by one Dijkstra search for all places; and how long a
route takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from clew_world.routes.dijkstra import Way, settled
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
        first = [
            (number, cost)
            for spot, number in network.joins(start)
            if self._lets(cost := network.walked(start, spot), start, spot)
        ]
        found = settled(len(network.spots), first, self._ways)
        self._costs = {one.place: one.cost for one in found}

    def _ways(self, place: int, cost: int) -> list[Way]:
        ways, spots = self.network.ways_out.get(place, []), self.network.spots
        return [(there, more) for there, more in ways if self._lets(cost + more, spots[place], spots[there])]

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
