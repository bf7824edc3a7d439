"""Characters controlled by a Python function, with the functions of `game` in Python's spelling."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from random import Random

from clew.errors import WorldError
from clew_world.controllers.base import Controller, Scene, Thoughts
from clew_world.elements import Character, Crate, Item
from clew_world.record import FARTHEST, is_place, is_sendable

Process = Callable[[Character, "Game"], object]


class Game:
    """What a function can ask and do in its turn. Coordinates are in metres, times in seconds."""

    def __init__(self, controller: PythonController) -> None:
        self._controller = controller

    def set_target(self, element: Character, x: float, y: float) -> None:
        """Sends the character to a point. Raises `WorldError` if the coordinates are not finite or
        too large."""
        if not is_place(x, y):
            raise WorldError(f"set_target({x}, {y}): x and y must be finite numbers below {FARTHEST:.0e}")
        self._controller.targets.append((element.number, x, y))

    def say(self, element: Character, text: str) -> None:
        """Shows words over the character for three seconds. Raises `WorldError` for a lone surrogate."""
        if not is_sendable(text):
            raise WorldError(f"say({text[:40]!a}): half of a surrogate pair is not text")
        self._controller.words.append((element.number, text[:80]))

    def log(self, element: Character, text: str) -> None:
        """Writes a line to the world's log."""
        self._controller.lines.append((element.number, text[:200]))

    def nearest(self, element: Character, kind: str) -> Character | Item | Crate | None:
        """The nearest other element of a kind."""
        found = [other for other in self.all(kind) if other is not element]
        return min(found, key=lambda o: (hypot(o.x - element.x, o.y - element.y), o.number), default=None)

    def all(self, kind: str) -> list[Character | Item | Crate]:
        """Every element of a kind that is there."""
        scene = self._controller.scene
        everything: list[Character | Item | Crate] = [*scene.characters, *scene.items, *scene.crates.all]
        return [element for element in everything if element.kind == kind]

    def platform(self, element: Character) -> tuple[float, float, float] | None:
        """The left end, right end and height of where the character stands, or last stood."""
        return self._controller.scene.span_of(element)

    def time(self) -> float:
        """Seconds since the world began."""
        return self._controller.scene.seconds

    @property
    def random(self) -> Random:
        """The random generator, seeded by the world's seed."""
        return self._controller.random


class PythonController(Controller):
    """Controls characters with ``process(element, game)``, which is called each tick.

    A record contains what the function wanted, so a replay does not need the function.
    """

    def __init__(self, characters: list[Character], process: Process, seed: int) -> None:
        self._characters = characters
        self._process = process
        self._game = Game(self)
        self.random = Random(seed)
        self.scene: Scene
        self.targets: list[tuple[int, float, float]] = []
        self.words: list[tuple[int, str]] = []
        self.lines: list[tuple[int, str]] = []

    def think(self, scene: Scene) -> Thoughts:
        self.scene = scene
        self.targets, self.words, self.lines = [], [], []
        for character in self._characters:
            if character.alive:
                self._process(character, self._game)
        return Thoughts(self.targets, self.words, (), self.lines)
