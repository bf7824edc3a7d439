"""What an agent sees of a world: numbers, text or a picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from clew.errors import ClewError
from clew_world.paint.frame import Painter
from clew_world.parts import LARGEST as LARGEST_WORLD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew_world.world import World

SMALLEST, LARGEST = 16, 2000
"""The sides that a picture may have, in pixels."""

_BEYOND = 10.0
"""Metres outside the world that an observation may name: characters can be thrown there."""

_ZOOM = 12.0
"""The fewest pixels per metre of a picture; larger worlds are seen around the player."""


class Sight(ABC):
    """Observes one world. `space`: the Gymnasium space of what it sees."""

    space: spaces.Space[Any]

    def __init__(self, world: World, size: tuple[int, int]) -> None:
        self.world = world
        self.size = size

    @abstractmethod
    def see(self) -> Any:
        """The observation of the world as it is now."""


class Numbers(Sight):
    """Metres and flags, in the order of the level: each character's x, y, whether it is on a ladder, and
    whether it is there, the player first; then each item's x, y and whether it is there; zeros for what is
    gone.
    """

    def __init__(self, world: World, size: tuple[int, int]) -> None:
        super().__init__(world, size)
        count = 4 * len(world.level.cast()) + 3 * len(world.level.all_items())
        farthest = max(world.width, world.height) + _BEYOND
        self.space = spaces.Box(-_BEYOND, farthest, (count,), np.float32)
        self._farthest = farthest

    def see(self) -> NDArray[np.float32]:
        found: list[float] = []
        for one in self.world.level.cast():
            found += [one.x, one.y, one.on_ladder, 1.0] if one.alive else [0.0] * 4
        for item in self.world.level.all_items():
            found += [item.x, item.y, 1.0] if item.alive else [0.0] * 3
        return np.clip(np.array(found, np.float32), -_BEYOND, np.float32(self._farthest))


class Words(Sight):
    """A line for each character and item that is there: its name and where it is, to a tenth of a metre."""

    def __init__(self, world: World, size: tuple[int, int]) -> None:
        super().__init__(world, size)
        elements = [*world.level.cast(), *world.level.all_items()]
        letters = {letter for one in elements for letter in one.name} | set(" ,.-\n0123456789")
        longest = sum(len(one.name) + 2 * len("1010.0") + len(" ,  ") for one in elements)
        self.space = spaces.Text(longest, charset="".join(sorted(letters)))

    def see(self) -> str:
        level = self.world.level
        lines = [_line(one.name, one.x, one.y) for one in level.cast() if one.alive]
        lines += [_line(item.name, item.x, item.y) for item in level.all_items() if item.alive]
        return "\n".join(lines)


class Picture(Sight):
    """A frame of the size given, (height, width, 3): the whole world, or, of a large one, the part around the
    player."""

    def __init__(self, world: World, size: tuple[int, int]) -> None:
        super().__init__(world, size)
        width, height = _size(size)
        self.space = spaces.Box(0, 255, (height, width, 3), np.uint8)
        zoom = max(_ZOOM, min(width / world.width, height / world.height))
        self._painter = Painter(world, (width, height), zoom)
        self._painter.plate = False  # it would hide what is behind it

    def see(self) -> NDArray[np.uint8]:
        player = self.world.player
        self._painter.camera.look_at(player.x, player.y)
        return np.asarray(self._painter.frame(), np.uint8)


SIGHTS: dict[str, type[Sight]] = {"numbers": Numbers, "text": Words, "picture": Picture}
"""The kinds of observations."""


def _line(name: str, x: float, y: float) -> str:
    farthest = LARGEST_WORLD + _BEYOND
    return f"{name} " + ", ".join(f"{min(max(value, -_BEYOND), farthest):.1f}" for value in (x, y))


def _size(size: Any) -> tuple[int, int]:
    sides = list(size) if isinstance(size, tuple | list) else []
    whole = [side for side in sides if isinstance(side, int) and SMALLEST <= side <= LARGEST]
    if len(sides) != 2 or len(whole) != 2:
        raise ClewError(f"size={size!r}: expected width and height, each from {SMALLEST} to {LARGEST} pixels")
    return whole[0], whole[1]
