"""Doors and switches during a game: which switches are pressed, and which doors are open.

Each happens only once, so the routes of a world change at most as often as it has doors, and never change
back.
"""

from __future__ import annotations

from collections.abc import Iterable

from clew_world.elements import Character, Crate, Door, Solid, Switch
from clew_world.level import Level


class Mechanism:
    """The doors and switches of one game."""

    def __init__(self, level: Level) -> None:
        self._solids = level.solids
        self.shut: list[Door] = list(level.doors)
        self.waiting: list[Switch] = list(level.switches)
        """The switches that nobody has pressed."""

    def solids(self) -> list[Solid]:
        """The solids now: those of the level and the closed doors."""
        return [*self._solids, *self.shut]

    def elements(self) -> list[tuple[Door | Switch, float, float]]:
        """The closed doors and the switches not yet pressed, each with the middle of its bottom edge."""
        doors = [(door, (door.rect.left + door.rect.right) / 2, door.rect.bottom) for door in self.shut]
        return [*doors, *((switch, switch.x, switch.y) for switch in self.waiting)]

    def touched(self, bodies: Iterable[Character | Crate]) -> list[Switch]:
        """The switches touched now by a character or a crate that may press them."""
        if not self.waiting:
            return []
        by = {kind for switch in self.waiting for kind in switch.by}
        able = [body for body in bodies if body.kind in by]
        return [
            switch
            for switch in self.waiting
            if any(one.kind in switch.by and one.rect.overlaps(switch.rect) for one in able)
        ]

    def press(self, switch: Switch) -> list[Door]:
        """Presses a switch, and returns the doors that it opens."""
        self.waiting.remove(switch)
        opened = [door for door in self.shut if door.name in switch.opens]
        self.shut = [door for door in self.shut if door not in opened]
        return opened
