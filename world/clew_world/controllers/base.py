"""The interface of controllers: each tick, they see the scene and say what their characters want."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from clew_world.crates import Crates
from clew_world.elements import Character, Item
from clew_world.game import Taken
from clew_world.level import Level
from clew_world.mechanism import Mechanism
from clew_world.plans import Plans


class Scene(Protocol):
    """What a controller can know about the world."""

    tick: int
    width: float
    height: float
    seed: int
    level: Level
    characters: list[Character]
    items: list[Item]
    mechanism: Mechanism
    crates: Crates
    gone: list[int]
    """The numbers of the elements that disappeared in the last tick."""
    taken: list[Taken]
    """What was taken in the last tick."""
    plans: Plans

    @property
    def seconds(self) -> float: ...
    def span_of(self, character: Character) -> tuple[float, float, float] | None:
        """From where to where the character can walk without a jump, and the height of the highest place."""


class Trouble(NamedTuple):
    """An error in a character's turn; `stops`: the character is no longer controlled."""

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
    avoided: Sequence[tuple[int, str]] = ()
    """The kinds that a character avoids on its way from now on, joined by a zero character."""
    spawned: Sequence[tuple[int, float, float, str]] = ()
    """Elements that a character adds: by whom, where, of which kind."""
    troubles: Sequence[Trouble] = ()
    skipped: bool = False


class Controller(ABC):
    """Controls some of the characters of a world."""

    @abstractmethod
    def think(self, scene: Scene) -> Thoughts:
        """Decides for one tick. The same scenes in the same order must give the same thoughts."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """Called when the world is closed."""
