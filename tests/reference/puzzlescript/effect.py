"""What a cell of a plain rule asks for, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator

from .chance import Luck
from .rules import CLOCK, GAP, Cell
from .source import Words

FOUR = ("up", "down", "left", "right")
"""The order in which chance counts directions."""
STEPS = (*CLOCK, "action")


class Effect:
    """One cell of a rule, left and right; on the right it may be missing."""

    def __init__(self, left: Cell, right: Cell | None, words: Words) -> None:
        self.words, self.left = words, left
        asked = [(word, name) for word, name in left if word != "no"]
        self.needs = [set(words.means[name][1]) for _, name in asked]
        self.ways = {(self._layer(name), word) for word, name in asked if word in STEPS}
        self.clear: set[str] = set()
        self.put: set[str] = set()
        self.stopped: set[tuple[int, str]] = set()
        self.sent: dict[int, str] = {}
        self.chances: list[str] = []
        self.random_ways: list[int] = []
        self.touched: set[int] = set()
        """The layers whose movement the rule sets; only for them it matters that a rule is rigid."""
        if right is None:
            return
        for word, name in right:
            self._right(word, name)
        had = {name for _, name in asked if not words.is_any(name)}
        moved = self.ways
        if not had <= self.put:
            self.clear |= had
        if not moved <= set(self.sent.items()):
            self.stopped = moved
        kept = {self._layer(name) for word, name in right if word not in ("no", "random")}
        for layer in {self._layer(name) for _, name in asked} - kept:
            self.clear |= set(words.layers[layer])
            self.touched.add(layer)

    def _layer(self, name: str) -> int:
        layer = self.words.common_layer(name)
        assert layer is not None
        return layer

    def _right(self, word: str, name: str) -> None:
        words = self.words
        if word == "random":
            self.chances += [one for one in words.means[name][1] if one not in self.chances]
            return
        if word == "no":
            self.clear |= set(words.means[name][1])
            return
        layer = self._layer(name)
        if word:
            self.touched.add(layer)
        if not words.is_any(name):
            self.clear |= set(words.layers[layer])
            self.put.add(name)
        if word == "randomdir":
            self.random_ways.append(layer)
        elif word in STEPS:
            self.sent[layer] = word

    def fits(self, cell: frozenset[str], moving: dict[int, str]) -> bool:
        """Does the rule match here?"""
        for word, name in self.left:
            there = self.words.has(cell, name)
            if there == (word == "no"):
                return False
            if word in ("no", ""):
                continue
            if moving.get(self._layer(name), "stationary") != word:
                return False
        return True

    def after(
        self, cell: frozenset[str], moving: dict[int, str], luck: Luck
    ) -> tuple[frozenset[str], dict[int, str]]:
        """The cell as the rule leaves it."""
        words = self.words
        clear, put, touched, sent = set(self.clear), set(self.put), set(self.touched), dict(self.sent)
        if self.chances:
            things = [name for name in words.order if name in self.chances]
            thing = things[luck.below(len(things))]
            put.add(thing)
            clear |= set(words.layers[words.layer[thing]])
            touched.add(words.layer[thing])
        for layer in sorted(self.random_ways):
            sent[layer] = FOUR[luck.below(4)]
        kept = {
            layer: way
            for layer, way in moving.items()
            if layer not in touched and (layer, way) not in self.stopped
        }
        return frozenset(cell - clear | put), {**kept, **sent}


def effects(left: list[Cell], right: list[Cell] | None, words: Words) -> list[Effect | None]:
    """The effects of a row; None for a gap."""
    return list(_effects(left, right, words))


def _effects(left: list[Cell], right: list[Cell] | None, words: Words) -> Iterator[Effect | None]:
    for at, cell in enumerate(left):
        yield None if cell == GAP else Effect(cell, None if right is None else right[at], words)
