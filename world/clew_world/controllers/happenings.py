"""What happens to animals between two turns, passed on to the scripts that handle it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clew_world.control.guide import NO_GOAL, THERE
from clew_world.controllers.base import Scene
from clew_world.elements import Character, Crate, Item, Rect, Switch
from clew_world.lua import wire

Event = tuple[int, int, int, str]
"""To which animal, what (`wire.TOUCH`, ...), with which other element (0: none), and a text."""

_ROW = 8
"""The most messages that an animal gets in a tick."""


class Happenings:
    """Finds what is new in each tick. `hears` holds the bits of what each script handles."""

    def __init__(self) -> None:
        self.hears: dict[int, int] = {}
        self._touched: dict[int, frozenset[int]] = {}
        self._answered: dict[int, tuple[str, tuple[float, float] | None]] = {}

    def forget(self, number: int) -> None:
        """Reports nothing more to an animal."""
        for table in (self.hears, self._touched, self._answered):
            table.pop(number, None)

    def of(self, scene: Scene, led: dict[int, Character]) -> list[Event]:
        """What has happened since the last tick to the controlled characters, in the order of their
        numbers.
        """
        if not any(self.hears.values()):
            return []
        found = [
            (taken.taker.number, wire.TAKE, 0, taken.what.kind)
            for taken in scene.taken
            if self._wants(taken.taker.number, wire.TAKE)
        ]
        found += self._touches(scene, led)
        for number, character in sorted(led.items()):
            state = (character.answer, character.target)
            if self._answered.get(number) != state:
                self._answered[number] = state
                code = {THERE: wire.ARRIVE, NO_GOAL: wire.BLOCKED}.get(character.answer, 0)
                if code and self._wants(number, code):
                    found.append((number, code, 0, character.why))
        return found

    def _wants(self, number: int, code: int) -> bool:
        return bool(self.hears.get(number, 0) >> (code - 1) & 1)

    def _touches(self, scene: Scene, led: dict[int, Character]) -> list[Event]:
        listening = [number for number in sorted(led) if self._wants(number, wire.TOUCH)]
        if not listening:
            return []
        columns = _columns([*scene.characters, *scene.items, *scene.mechanism.waiting, *scene.crates.all])
        found = []
        for number in listening:
            rect = led[number].rect
            now = frozenset(
                other
                for column in range(int(rect.left), int(rect.right) + 1)
                for other, box in columns.get(column, ())
                if other != number and rect.overlaps(box)
            )
            before = self._touched.get(number, frozenset())
            if now != before:
                self._touched[number] = now
                found += [(number, wire.TOUCH, other, "") for other in sorted(now - before)]
        return found


def _columns(things: Iterable[Character | Item | Switch | Crate]) -> dict[int, list[tuple[int, Rect]]]:
    """The boxes of elements, by the columns, one metre wide, in which they are."""
    columns: dict[int, list[tuple[int, Rect]]] = {}
    for thing in things:
        rect = thing.reach if isinstance(thing, Crate | Character) else thing.rect
        for column in range(int(rect.left), int(rect.right) + 1):
            columns.setdefault(column, []).append((thing.number, rect))
    return columns


def delivered(messages: Sequence[tuple[int, int, str]], tick: int, able: Iterable[int]) -> list[Event]:
    """The messages (from whom, to whom, what) that are delivered: a few for each animal.

    If there are too many, each sender gets one through before any gets two, beginning with another sender in
    each tick, so nobody can drown out the others for good.
    """
    rows: dict[int, list[tuple[int, str]]] = {}
    for sender, to, words in messages:
        rows.setdefault(to, []).append((sender, words))
    heard: list[Event] = []
    for number in sorted(set(able) & rows.keys()):
        heard += [(number, wire.MESSAGE, sender, words) for sender, words in _fair(rows[number], tick)]
    return heard


def _fair(row: list[tuple[int, str]], tick: int) -> list[tuple[int, str]]:
    if len(row) <= _ROW:
        return row
    senders = sorted({sender for sender, _ in row})
    turn = tick % len(senders)
    rank = {sender: place for place, sender in enumerate(senders[turn:] + senders[:turn])}
    counts: dict[int, int] = {}
    ranked = []
    for place, (sender, words) in enumerate(row):
        counts[sender] = counts.get(sender, 0) + 1
        ranked.append((counts[sender], rank[sender], place, sender, words))
    return [(sender, words) for *_, sender, words in sorted(ranked)[:_ROW]]
