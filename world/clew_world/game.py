"""The rules of the game: who takes what by touching it, the score, and when the game is won or lost."""

from __future__ import annotations

from typing import Any, NamedTuple

from clew_world.elements import Character, Item

PLAYING, WON, LOST = "playing", "won", "lost"
NEAR = 0.5
"""How close, in metres, the player must come to the place to reach."""


class Taken(NamedTuple):
    """A character touched something that it eats or collects."""

    taker: Character
    what: Character | Item


class Rules:
    """Follows one game. `eats`: what each kind takes; `goal`: see `level`."""

    def __init__(
        self, eats: dict[str, list[str]], points: dict[str, int], goal: dict[str, Any], player: Character
    ) -> None:
        self._eats = {kind: frozenset(meals) for kind, meals in eats.items()}
        self._points = points
        self._goal = goal
        self._player = player
        self.score = 0
        self.collected: dict[str, int] = {}
        self.status = PLAYING

    def touches(self, characters: list[Character], items: list[Item]) -> list[Taken]:
        """What is taken in this tick: each thing only once, by the first character in order."""
        columns: dict[int, list[Character | Item]] = {}
        wanted = frozenset().union(*self._eats.values()) if self._eats else frozenset()
        things: list[Character | Item] = [*items, *characters]
        for thing in things:
            if thing.kind in wanted:
                rect = thing.rect
                for column in range(int(rect.left), int(rect.right) + 1):
                    columns.setdefault(column, []).append(thing)
        if not columns:
            return []
        taken: list[Taken] = []
        gone: set[int] = set()
        for taker in characters:
            meals = self._eats.get(taker.kind)
            if not meals or taker.number in gone:
                continue
            rect = taker.rect
            for column in range(int(rect.left), int(rect.right) + 1):
                for what in columns.get(column, ()):
                    if (
                        what.kind in meals
                        and what is not taker
                        and what.number not in gone
                        and rect.overlaps(what.rect)
                    ):
                        gone.add(what.number)
                        taken.append(Taken(taker, what))
        return taken

    def count(self, taken: Taken) -> None:
        """Adds what the player took to the score."""
        kind = taken.what.kind
        if taken.what is self._player:
            self.status = LOST
        elif taken.taker is self._player:
            self.collected[kind] = self.collected.get(kind, 0) + 1
            self.score += self._points.get(kind, 1)

    def judge(self, left: dict[str, int]) -> None:
        """Decides whether the game is won, or can no longer be won. `left`: how many of each wanted kind
        remain.
        """
        collect, reach = self._goal["collect"], self._goal["reach"]
        if self.status != PLAYING or (not collect and reach is None):
            return
        missing = {kind: count - self.collected.get(kind, 0) for kind, count in collect.items()}
        if any(count > left.get(kind, 0) for kind, count in missing.items() if count > 0):
            self.status = LOST
            return
        there = reach is None or (
            abs(self._player.x - reach[0]) <= NEAR and abs(self._player.y - reach[1]) <= NEAR
        )
        if there and all(count <= 0 for count in missing.values()):
            self.status = WON

    def wanted_kinds(self) -> list[str]:
        """The kinds that the goal asks for."""
        return list(self._goal["collect"])
