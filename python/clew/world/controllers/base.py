"""The interface of controllers: each tick, they see the scene and say what their characters want."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from clew.world.elements import Character, Item
from clew.world.mechanism import Mechanism
from clew.world.routes.network import Leg
from clew.world.routes.surfaces import Stretch


class Scene(Protocol):
    """What a controller can know about the world."""

    tick: int
    width: float
    height: float
    seed: int
    characters: list[Character]
    items: list[Item]
    mechanism: Mechanism
    gone: list[int]
    """The numbers of the elements that went in the last tick."""

    @property
    def seconds(self) -> float: ...
    def stretch_of(self, character: Character) -> Stretch | None:
        """The stretch on which the character stands, or last stood."""

    def route(self, character: Character, x: float, y: float) -> list[Leg] | None:
        """The way of a character to a point; None: there is none."""


class Trouble(NamedTuple):
    """Something went wrong in a character's turn; `stops`: the character is no longer controlled."""

    number: int
    stops: bool
    words: str


class Thoughts(NamedTuple):
    """What characters want, by number.

    `skipped`: the scripts were stopped in this tick, and nothing that they wanted counts.
    """

    targets: Sequence[tuple[int, float, float]] = ()
    words: Sequence[tuple[int, str]] = ()
    looks: Sequence[tuple[int, str]] = ()
    lines: Sequence[tuple[int, str]] = ()
    troubles: Sequence[Trouble] = ()
    skipped: bool = False


class Controller(ABC):
    """Controls some of the characters of a world."""

    @abstractmethod
    def think(self, scene: Scene) -> Thoughts:
        """Decides for one tick. The same scenes in the same order must give the same thoughts."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """Called when the world is closed."""
