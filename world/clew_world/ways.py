"""Queries about the routes of a world: where a character stands, and which routes lead from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clew_world.control.guide import Guide
from clew_world.crates import Crates
from clew_world.elements import Build, Character, Crate, Solid
from clew_world.level import Level
from clew_world.mechanism import Mechanism
from clew_world.physics import Physics
from clew_world.routes.network import Network
from clew_world.routes.spots import Leg, Spot, spot_on
from clew_world.routes.surfaces import Stretch

Span = tuple[float, float, float]
"""From where to where one can walk without a jump, and the height of the highest place."""


class Ways:
    """The route networks of a world, one for each build, and where characters are in them: a part
    of `World`."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.mechanism = Mechanism(level)
        solids = [*level.solids, *level.doors]
        self.crates = Crates(level.crates, solids, level.lifts, level.slopes)
        self.player = level.player
        self._networks: dict[Build, Network] = {}
        self._open: dict[Build, Network] = {}
        """The networks without the crates."""
        self._guides: dict[int, Guide] = {}
        self._stretches: dict[int, tuple[Stretch, Span]] = {}
        """By character: the stretch on which it stands, or last stood, and its span."""

    def network(self, character: Character) -> Network:
        """The route network of a character's build, in which crates stand in the way."""
        build = character.build
        if build not in self._networks:
            crates = self.crates.solids()
            self._networks[build] = self._built([*self.mechanism.solids(), *crates], build)
        return self._networks[build]

    def open_network(self, character: Character) -> Network:
        """The network of a character's build as if there were no crates."""
        if not self.crates.all:
            return self.network(character)
        build = character.build
        if build not in self._open:
            self._open[build] = self._built(self.mechanism.solids(), build)
        return self._open[build]

    def _built(self, solids: Sequence[Solid], build: Build) -> Network:
        level = self.level
        return Network(solids, level.ladders, level.width, level.gravity, build, level.lifts, level.slopes)

    def _work_mechanism(self, bodies: Iterable[Character | Crate], physics: Physics) -> list[int]:
        """Presses the switches that are touched now. Returns their numbers and those of the doors that
        open.
        """
        gone, opened = [], False
        for switch in self.mechanism.touched(bodies):
            gone.append(switch.number)
            for door in self.mechanism.press(switch):
                gone.append(door.number)
                physics.open(door.number)
                opened = True
        if opened:
            self._open.clear()
            self._renew()
        return gone

    def _renew(self, *, moved: bool = False) -> None:
        """A door has opened, or crates have `moved`: everybody's routes are planned again in new networks."""
        self._networks.clear()
        self._stretches.clear()
        for guide in self._guides.values():
            guide.renew(moved=moved, told=guide.character is self.player)

    def stretch_of(self, character: Character) -> Stretch | None:
        """The stretch on which the character stands, or last stood."""
        found = self._floor_of(character)
        return None if found is None else found[0]

    def span_of(self, character: Character) -> tuple[float, float, float] | None:
        """From where to where the character can walk without a jump, and the height of the highest place."""
        found = self._floor_of(character)
        return None if found is None else found[1]

    def _floor_of(self, character: Character) -> tuple[Stretch, Span] | None:
        known = self._stretches.get(character.number)
        if not character.standing:
            return known
        if known is not None:
            stretch, x = known[0], character.x
            if stretch.left <= x <= stretch.right and abs(stretch.at(x) - character.y) < 0.1:
                return known
        here = self.whereabouts(character)
        if here is not None and here.stretch is not None:
            surfaces = self.network(character).surfaces
            stretch = surfaces.stretches[here.stretch]
            known = self._stretches[character.number] = (stretch, surfaces.span(stretch))
        return known

    def whereabouts(self, character: Character) -> Spot | None:
        """Where the character is in the network of its routes; None in the air."""
        return self._guides[character.number].here()

    def start_of(self, character: Character) -> Spot | None:
        """Where the character is in the network of its routes or, while it is in the air, where it was
        last.
        """
        here = self.whereabouts(character)
        if here is None:
            last = self.stretch_of(character)
            if last is not None:
                here = spot_on(last, character.x)
        return here

    def route(self, character: Character, x: float, y: float) -> list[Leg] | None:
        """The route of a character to a point, as legs; None if there is none."""
        network = self.network(character)
        start, goal = self.start_of(character), network.spot(x, y)
        return network.route(start, goal) if start is not None and goal is not None else None

    def legs(self, character: Character) -> list[Leg]:
        """The rest of the character's current route."""
        return list(self._guides[character.number].legs)

    def line(self, character: Character) -> list[tuple[float, float, str]]:
        """The rest of the character's current route as it is drawn: the points where a line over the ground
        turns, each with what leads there."""
        surfaces, points, x = self._guides[character.number].network.surfaces, [], character.x
        for leg in self.legs(character):
            if leg.kind == "walk" and leg.stretch is not None:
                points += [(*corner, leg.kind) for corner in surfaces.bends(leg.stretch, x, leg.x)]
            sunk = surfaces.stretches[leg.stretch].gap if leg.stretch is not None else 0.0
            points.append((leg.x, leg.y - sunk, leg.kind))
            x = leg.x
        return points
