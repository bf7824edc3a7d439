"""How each level that comes with Clew is won by touches: one table, for every way to play.

A `Winner` sees what a page or a window shows, `describe` and `snapshot`, and says where to touch next. So it
also plays where animals decide how a game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from clew_world import World, describe, snapshot

Point = tuple[float, float]
Frame = dict[str, Any]

_NEAR = 0.45
"""Metres. Nearer than this, the player has reached a place; the rules ask for 0.5."""
_MOVED = 0.7
"""Metres. What is farther from where the player goes has moved on, so it is touched again."""
_LOOK = 10
"""Ticks between two looks at a world."""


class To(NamedTuple):
    """Go to a place: a switch, the flag, or a place from which the next one is seen."""

    x: float
    y: float


class Take(NamedTuple):
    """Take what the goal asks for of a kind, each time the nearest, or the one at a place."""

    kind: str
    x: float | None = None
    y: float = 0.0


class Push(NamedTuple):
    """Touch a crate low down, again until it is at `x` or farther left; without `x`, until all switches are
    pressed.
    """

    crate: int
    y: float
    x: float | None = None


Step = To | Take | Push

WINS: dict[str, tuple[Step, ...]] = {
    "meadow": (Take("banana"),),
    "orchard": (
        Take("banana", 1.0, 1.2),
        Take("banana", 11.0, 6.9),
        Take("banana", 15.0, 6.9),
        Take("banana"),
    ),
    "hills": (Take("gem"),),
    "harvest": (Take("banana"),),
    "henhouse": (Take("corn"),),
    "stockroom": (
        Push(0, 1.4, 4.4),
        Take("gem", 2.0, 3.4),
        Take("gem", 18.4, 1.2),
        Push(1, 1.5),
        Take("gem", 18.3, 5.0),
    ),
    "canyon": (Take("gem", 1.0, 8.0), Take("gem", 17.0, 0.6), Take("gem", 29.0, 8.4)),
    "gatehouse": (
        To(11.3, 7.4),
        To(2.6, 7.6),
        To(22.0, 1.2),
        Take("gem", 27.2, 7.6),
        Take("gem", 17.3, 7.4),
        Take("gem", 6.8, 4.6),
    ),
    "round-up": (Take("chicken"),),
    "tower": (Take("gem"), To(4.0, 13.2), Take("key")),
    "long-way": (
        To(5.0, 4.5),
        To(12.5, 5.6),
        Take("key", 9.0, 8.6),
        To(15.0, 5.6),
        To(15.0, 1.5),
        To(21.0, 2.6),
        To(25.5, 3.7),
        To(27.0, 7.4),
        To(32.0, 8.2),
        To(36.0, 8.2),
        To(42.0, 8.2),
        Take("key", 45.0, 12.4),
        To(50.0, 12.4),
        To(56.0, 13.2),
        Take("key", 60.5, 13.2),
        To(63.0, 9.0),
        To(70.0, 9.0),
    ),
}


class Winner:
    """Plays one game. `told`: what `describe` says of its level."""

    def __init__(self, level: str, told: dict[str, Any]) -> None:
        self._steps = list(WINS[level])
        self._goal = told["goal"]["collect"]
        self._items = {int(number): item for number, item in told["items"].items()}
        self._kinds = {int(number): one["kind"] for number, one in told["characters"].items()}
        self._player = told["player"]
        self._chosen = -1
        self._crates: list[Any] = []
        """Where they were at the last look: one is touched again when it has come to rest."""

    def touch(self, frame: Frame) -> Point | None:
        """Where to touch now; None while the player is on the way there, or if there is nothing to take."""
        while self._steps and self._is_done(self._steps[0], frame):
            self._steps.pop(0)
            self._chosen = -1
        if not self._steps:
            return None
        there = self._there(self._steps[0], frame)
        if there and self._chosen not in there:
            self._chosen = _nearest(there, self._at(frame))
        place = there[self._chosen] if there else self._place(self._steps[0], frame, self._at(frame))
        if place is None:
            return None
        target, goes = frame["target"], frame["answer"] == "on the way"
        if isinstance(self._steps[0], Push):
            was, self._crates = self._crates, frame["crates"]
            return None if goes or was != self._crates else place
        return None if goes and target is not None and distance(target, place) < _MOVED else place

    def ahead(self, frame: Frame) -> Point | None:
        """Where it will touch after the place to which the player is on the way, as far as that is known."""
        if not self._steps:
            return None
        there = self._there(self._steps[0], frame)
        if self._chosen in there and len(there) > 1:
            return there[_nearest(there, there.pop(self._chosen))]
        return self._place(self._steps[1], frame, self._at(frame)) if len(self._steps) > 1 else None

    def _is_done(self, step: Step, frame: Frame) -> bool:
        if isinstance(step, To):
            return max(abs(a - b) for a, b in zip(self._at(frame), step, strict=True)) < _NEAR
        if isinstance(step, Take):
            if step.x is None:
                return int(frame["collected"].get(step.kind, 0)) >= int(self._goal[step.kind])
            return not self._there(step, frame)
        return not frame["waiting"] if step.x is None else frame["crates"][step.crate][1] <= step.x

    def _place(self, step: Step, frame: Frame, here: Point) -> Point | None:
        if isinstance(step, To):
            return step.x, step.y
        if isinstance(step, Push):
            return frame["crates"][step.crate][1], step.y
        there = self._there(step, frame)
        return there[_nearest(there, here)] if there else None

    def _there(self, step: Step, frame: Frame) -> dict[int, Point]:
        """What is there to take, by its number."""
        if not isinstance(step, Take):
            return {}
        added = {int(number): place for number, place in frame["added"].items()}
        found = {number: added.get(number, self._items[number][1:]) for number in frame["items"]}
        found = {number: at for number, at in found.items() if self._items[number][0] == step.kind}
        found |= {one[0]: one[1:3] for one in frame["characters"] if self._kinds[one[0]] == step.kind}
        places = {number: (at[0], at[1]) for number, at in found.items()}
        if step.x is None:
            return places
        return {number: at for number, at in places.items() if distance(at, (step.x, step.y)) < _NEAR}

    def _at(self, frame: Frame) -> Point:
        _, x, y, *_ = next(one for one in frame["characters"] if one[0] == self._player)
        return x, y


def _nearest(places: dict[int, Point], here: Point) -> int:
    return min(places, key=lambda number: distance(places[number], here))


def distance(a: Point, b: Point) -> float:
    """The sum of the distances along and up, in metres."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def win(
    level: str, world: World, touch: Callable[[float, float], object] | None = None, most: int = 30_000
) -> None:
    """Plays a world of a shipped level until it is won, lost, or `most` ticks old."""
    winner = Winner(level, describe(world))
    while world.status == "playing" and world.tick < most:
        place = winner.touch(snapshot(world))
        if place is not None:
            (touch or world.touch)(*place)
        world.step(_LOOK)
