"""What the player of a level can reach, proved without running the world.

A route in the route networks proves that something can be reached. Keys can do more than routes, so that
there is no route proves nothing: what cannot be reached is outside the `Bounds` of all that the body can do.
The rest is open, as is everything without a route once there are crates to move. Crates are assumed to be
where they come to rest at the beginning; if one does not come to rest, nothing is proved.
"""

from __future__ import annotations

from typing import NamedTuple

from clew_world.crates import Crates
from clew_world.elements import TOKEN, Rect, Solid, Switch
from clew_world.game import NEAR
from clew_world.level import Level
from clew_world.routes.bounds import Bounds
from clew_world.routes.network import NO_ROUTE, Network
from clew_world.routes.spots import Leg, Spot

_REACH = 0.4
"""Metres: how high items and switches are."""

_TOUCHED = 0.06
"""Metres by which something is larger here than it is, so that what only just touches it does."""

RESTLESS = "a crate does not stay where it begins"
MAYBE = ", but nothing proves that keys cannot get there"
"""Follows the reason for which there is no route, if the place may still be reached."""


class Target(NamedTuple):
    """Something to reach. `legs` is the route to it; None if there is none, and `reason` says why.

    `open`: there is no route, but it is not proved that the player cannot get there.
    `switches`: the names of the switches that the player presses first, in this order; the route begins at
    the last of them. `number` is that of the element, 0 for the goal.
    """

    name: str
    x: float
    y: float
    legs: list[Leg] | None
    reason: str
    switches: tuple[str, ...] = ()
    open: bool = False
    number: int = 0


class _Stage(NamedTuple):
    """The player at its start or at a switch, after pressing those in `pressed`."""

    pressed: tuple[Switch, ...]
    network: Network
    spot: Spot


def check(level: Level) -> list[Target]:
    """Every item and switch and the goal of a level, with the route from where the player starts, or from the
    switches that it must press first.
    """
    stages = _Stages(level)
    found = [stages.target(item.name, item.x, item.y, item.number) for item in level.items]
    found += [
        stages.target(switch.name, switch.x, switch.y, switch.number)
        for switch in level.switches
        if level.player.kind in switch.by
    ]
    if level.goal["reach"] is not None:
        found.append(stages.target("the goal", *level.goal["reach"]))
    if level.crates or all(target.legs is not None for target in found):
        return found
    reached = may_reach(level, [_zone(level, target) for target in found])
    return [
        target._replace(open=True, reason=target.reason + MAYBE) if may and target.legs is None else target
        for target, may in zip(found, reached, strict=True)
    ]


def _zone(level: Level, target: Target) -> Rect:
    """Where the foot of the player is when it touches a target."""
    build, x, y = level.player.build, target.x, target.y
    if not target.number:
        return Rect(x - NEAR, y - NEAR, x + NEAR, y + NEAR)
    aside = (build.width + TOKEN) / 2 + _TOUCHED
    return Rect(x - aside, y - build.height - _TOUCHED, x + aside, y + TOKEN + _TOUCHED)


def may_reach(level: Level, zones: list[Rect]) -> list[bool]:
    """For each zone, whether the player may get there; False is proved."""
    anything = [True] * len(zones)
    others = [*level.characters[1:], *level.reserve]
    kinds = {one.kind for one in others} - {level.player.kind}
    if level.collide and others:
        return anything
    switches = [
        _zone(level, Target(one.name, one.x, one.y, None, "", number=one.number)) for one in level.switches
    ]
    opened = {name for one in level.switches if kinds & set(one.by) for name in one.opens}
    while True:
        solids = [*level.solids, *(door for door in level.doors if door.name not in opened)]
        bounds = Bounds(
            solids,
            level.ladders,
            level.width,
            level.gravity,
            level.player.build,
            level.lifts,
            level.slopes,
            level.player.start,
        )
        found = bounds.reached([*zones, *switches])
        if found is None:
            return anything
        pressed = [
            switch
            for switch, may in zip(level.switches, found[len(zones) :], strict=True)
            if may and level.player.kind in switch.by
        ]
        more = {name for switch in pressed for name in switch.opens} - opened
        if not more:
            return found[: len(zones)]
        opened |= more


class _Stages:
    """The sets of switches that the player can press, with where it then stands; small sets come first."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._networks: dict[frozenset[str], Network] = {}
        self._unsure: set[Network] = set()
        """Those in which the places of some crates are unknown."""
        self._stages: list[_Stage] = []
        network = self._network(())
        start = network.spot(*level.player.start)
        if start is not None:
            self._stages.append(_Stage((), network, start))
        seen: set[tuple[frozenset[int], int]] = set()
        for stage in self._stages:
            for switch in level.switches:
                key = (frozenset(one.number for one in stage.pressed), switch.number)
                if level.player.kind not in switch.by or switch in stage.pressed or key in seen:
                    continue
                if self._reached(stage, switch.x, switch.y) is not None:
                    seen.add(key)
                    self._press(stage, switch)

    def _press(self, stage: _Stage, switch: Switch) -> None:
        pressed = (*stage.pressed, switch)
        network = self._network(pressed)
        spot = network.spot(switch.x, switch.y)
        if spot is not None:
            self._stages.append(_Stage(pressed, network, spot))

    def _network(self, pressed: tuple[Switch, ...]) -> Network:
        level = self._level
        opened = frozenset(name for switch in pressed for name in switch.opens)
        if opened not in self._networks:
            shut: list[Solid] = [door for door in level.doors if door.name not in opened]
            solids = [*level.solids, *shut]
            crates = Crates(level.crates, solids, level.lifts, level.slopes)
            network = Network(
                [*solids, *crates.solids()],
                level.ladders,
                level.width,
                level.gravity,
                level.player.build,
                level.lifts,
                level.slopes,
            )
            self._networks[opened] = network
            if not crates.stay:
                self._unsure.add(network)
        return self._networks[opened]

    def _problem(self, network: Network, x: float, y: float) -> str:
        """Why nobody can stand there, whichever way they come; empty if somebody can."""
        spot = network.spot(x, y)
        if spot is None:
            return "there is nothing below it to stand on"
        if y - spot.y >= self._level.player.build.height or abs(x - spot.x) > 0.5:
            return f"a character standing below it, at {spot.x:.1f}, {spot.y:.1f}, cannot reach it"
        if spot.y >= y + _REACH:
            return "the slope is too steep for so wide a body"
        return ""

    def _reached(self, stage: _Stage, x: float, y: float) -> list[Leg] | None:
        spot = None if stage.network in self._unsure else stage.network.spot(x, y)
        if spot is None or self._problem(stage.network, x, y):
            return None
        return stage.network.route(stage.spot, spot)

    def target(self, name: str, x: float, y: float, number: int = 0) -> Target:
        """Whether the player can get there, with as few switches as possible."""
        if not self._stages:
            why = "there is nothing below the player's start to stand on"
            return Target(name, x, y, None, why, open=bool(self._level.crates), number=number)
        for stage in self._stages:
            legs = self._reached(stage, x, y)
            if legs is not None:
                pressed = tuple(switch.name for switch in stage.pressed)
                return Target(name, x, y, legs, "", pressed, number=number)
        network = self._stages[0].network
        why = RESTLESS if network in self._unsure else self._problem(network, x, y) or NO_ROUTE
        return Target(name, x, y, None, why, open=bool(self._level.crates), number=number)
