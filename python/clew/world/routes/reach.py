"""How far every place of a network is from one place, by route: a single search by Dijkstra's algorithm."""

from __future__ import annotations

from heapq import heappop, heappush

from clew.world.routes.network import Network, Spot


class Reach:
    """The cheapest costs, in units, from a start to all places of a network."""

    def __init__(self, network: Network, start: Spot) -> None:
        self.network = network
        self._start = start
        self._costs: dict[int, int] = {}
        waiting = [(network.walked(start, spot), number) for spot, number in network.joins(start)]
        waiting.sort()
        ways = network.ways_out
        while waiting:
            cost, here = heappop(waiting)
            if here in self._costs:
                continue
            self._costs[here] = cost
            for there, more in ways.get(here, ()):
                if there not in self._costs:
                    heappush(waiting, (cost + more, there))

    def cost(self, goal: Spot) -> int | None:
        """The cost of the cheapest route to a place; None if there is none."""
        network, start = self.network, self._start
        found = [
            self._costs[number] + network.walked(spot, goal)
            for spot, number in network.joins(goal)
            if number in self._costs
        ]
        if start.stretch == goal.stretch and start.ladder == goal.ladder:
            found.append(network.walked(start, goal))
        return min(found, default=None)

    def spots(self) -> list[tuple[int, Spot]]:
        """The places of the network that can be reached, each with its cost, in order."""
        return [(self._costs[number], self.network.spots[number]) for number in sorted(self._costs)]
