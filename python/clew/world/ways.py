"""Queries about the routes of a world: where a character stands, and which routes lead from there."""

from __future__ import annotations

from collections.abc import Iterable

from clew.world.control.guide import Guide
from clew.world.elements import Build, Character
from clew.world.level import Level
from clew.world.mechanism import Mechanism
from clew.world.physics import Physics
from clew.world.routes.network import Leg, Network, Spot
from clew.world.routes.surfaces import Stretch


class Ways:
    """The route networks of a world, one for each build, and where characters are in them: a part
    of `World`."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.mechanism = Mechanism(level)
        self._networks: dict[Build, Network] = {}
        self._guides: dict[int, Guide] = {}
        self._stretches: dict[int, Stretch] = {}

    def network(self, character: Character) -> Network:
        """The route network of a character's build."""
        build = character.build
        if build not in self._networks:
            level = self.level
            self._networks[build] = Network(
                self.mechanism.solids(), level.ladders, level.width, level.gravity, build
            )
        return self._networks[build]

    def _work_mechanism(self, characters: Iterable[Character], physics: Physics) -> list[int]:
        """Presses the switches that are touched now; the numbers of those and of the doors that open."""
        gone, opened = [], False
        for switch in self.mechanism.touched(characters):
            gone.append(switch.number)
            for door in self.mechanism.press(switch):
                gone.append(door.number)
                physics.open(door.number)
                opened = True
        if opened:
            self._renew()
        return gone

    def _renew(self) -> None:
        """A door has opened: everybody's ways are planned in new networks."""
        self._networks.clear()
        self._stretches.clear()
        for guide in self._guides.values():
            guide.renew(self.network(guide.character))

    def stretch_of(self, character: Character) -> Stretch | None:
        """The stretch on which the character stands, or last stood."""
        known = self._stretches.get(character.number)
        if character.standing and not (
            known is not None
            and known.left <= character.x <= known.right
            and abs(known.y - character.y) < 0.1
        ):
            here = self.whereabouts(character)
            if here is not None and here.stretch is not None:
                known = self.network(character).surfaces.stretches[here.stretch]
                self._stretches[character.number] = known
        return known

    def whereabouts(self, character: Character) -> Spot | None:
        """Where the character is in the network of its routes; None in the air."""
        return self._guides[character.number].here()

    def start_of(self, character: Character) -> Spot | None:
        """Where the character is in the network of its routes, or was last while it is in the air."""
        here = self.whereabouts(character)
        if here is None:
            last = self.stretch_of(character)
            if last is not None:
                here = Spot(last.clamped(character.x), last.y, last.number, None)
        return here

    def route(self, character: Character, x: float, y: float) -> list[Leg] | None:
        """The route of a character to a point, as legs; None if there is none."""
        network = self.network(character)
        start, goal = self.start_of(character), network.spot(x, y)
        return network.route(start, goal) if start is not None and goal is not None else None

    def legs(self, character: Character) -> list[Leg]:
        """The rest of the character's current route."""
        return list(self._guides[character.number].legs)
