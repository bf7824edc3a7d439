"""What the player of a level can reach, proved in the route network without running the world."""

from __future__ import annotations

from typing import NamedTuple

from clew.world.level import Level
from clew.world.routes.network import NO_ROUTE, Leg, Network, Spot


class Target(NamedTuple):
    """Something to reach. `legs` is the route to it; None if there is none, and `reason` says why."""

    name: str
    x: float
    y: float
    legs: list[Leg] | None
    reason: str


def check(level: Level) -> list[Target]:
    """Every item and the goal of a level, with the route from where the player starts."""
    player = level.player
    network = Network(level.solids, level.ladders, level.width, level.gravity, player.build)
    start = network.spot(*player.start)
    found = [_target(network, start, item.name, item.x, item.y, player.build.height) for item in level.items]
    if level.goal["reach"] is not None:
        x, y = level.goal["reach"]
        found.append(_target(network, start, "the goal", x, y, player.build.height))
    return found


def _target(network: Network, start: Spot | None, name: str, x: float, y: float, tall: float) -> Target:
    spot = network.spot(x, y)
    if start is None:
        return Target(name, x, y, None, "there is nothing below the player's start to stand on")
    if spot is None:
        return Target(name, x, y, None, "there is nothing below it to stand on")
    if y - spot.y >= tall or abs(x - spot.x) > 0.5:
        return Target(
            name, x, y, None, f"a character standing below it, at {spot.x:.1f}, {spot.y:.1f}, cannot reach it"
        )
    legs = network.route(start, spot)
    return Target(name, x, y, legs, "" if legs is not None else NO_ROUTE)
