"""Crates during a game: where they are, and where the route planner assumes that they are.

The physics can move them at any time. Routes are planned around crates at rest, and planned again only when a
crate has come to rest somewhere else. The more work that is, the more rarely it is done.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew.errors import BoardError
from clew.world.elements import Crate, Rect, Solid
from clew.world.routes.surfaces import REACH_DOWN

MOST_CRATES = 100
"""The most crates of a level."""
_LOOK = 15
"""Ticks from one look at the crates to the next."""
_RESTS = 0.005
"""Metres: a crate that moved less than this from one look to the next is at rest."""
_MOVED = 0.01
"""Metres: a crate that is farther than this from where the planner assumes it has moved."""
_SHARE = 4
"""Elements of a world for which routes may be planned again per tick, on average."""
_SKIN = 0.015
"""Metres of space that the physics leaves below a crate at rest."""
_TOUCHES = 0.01
"""Metres that things may overlap in a level: sums of decimal numbers are not exact."""


class Crates:
    """The crates of one game; `solids` are what they can fall on."""

    def __init__(self, crates: Sequence[Crate], solids: Sequence[Solid]) -> None:
        self.all = list(crates)
        self._known = settled(crates, solids)
        self._before = self._places()
        self._due = 0
        """The tick before which no routes are planned again."""

    def solids(self) -> list[Solid]:
        """The crates where the planner assumes that they are."""
        return [
            Solid(crate.number, crate.kind, crate.name, rect)
            for crate, rect in zip(self.all, self._known, strict=True)
        ]

    def is_pushed_at(self, x: float, y: float) -> bool:
        """Whether a touch there asks to push a crate: it is in the crate, and not so near the top that it
        asks to stand on it.
        """
        return any(
            crate.rect.holds(x, y) and y < crate.rect.top - min(REACH_DOWN, crate.height / 2)
            for crate in self.all
        )

    def look(self, tick: int, work: int) -> bool:
        """Tells the planner where crates have come to rest. Returns whether one is somewhere new.

        `work`: how many elements are examined to plan again.
        """
        if not self.all or tick % _LOOK:
            return False
        before, self._before = self._before, self._places()
        if tick < self._due:
            return False
        moved = [
            abs(x - old_x) + abs(y - old_y) < _RESTS and _apart(crate, known) > _MOVED
            for (x, y), (old_x, old_y), crate, known in zip(
                self._before, before, self.all, self._known, strict=True
            )
        ]
        if not any(moved):
            return False
        self._known = [_resting(crate) for crate in self.all]
        self._due = tick + work // _SHARE
        return True

    def _places(self) -> list[tuple[float, float]]:
        return [(crate.x, crate.y) for crate in self.all]


def _resting(crate: Crate) -> Rect:
    left, bottom, right, top = crate.rect
    return Rect(left, bottom - _SKIN, right, top - _SKIN)


def _apart(crate: Crate, known: Rect) -> float:
    now = _resting(crate)
    return abs(now.left - known.left) + abs(now.bottom - known.bottom)


def settled(crates: Sequence[Crate], solids: Sequence[Solid]) -> list[Rect]:
    """Where crates come to rest if they fall straight down from where they begin."""
    tops = [solid.rect for solid in solids]
    found: dict[int, Rect] = {}
    for crate in sorted(crates, key=lambda one: (one.y, one.number)):
        left, bottom, right, top = crate.rect
        floors = [
            rect.top
            for rect in tops
            if rect.left < right and left < rect.right and rect.top <= bottom + _TOUCHES
        ]
        fall = bottom - max(floors, default=bottom)
        found[crate.number] = Rect(left, bottom - fall, right, top - fall)
        tops.append(found[crate.number])
    return [found[crate.number] for crate in crates]


def refuse_overlaps(crates: Sequence[Crate], solids: Sequence[Solid], width: float) -> None:
    """Raises `BoardError` if a crate begins inside something else, or beyond the sides of the world."""
    blocks = [(solid.name, solid.rect) for solid in solids if not solid.one_way]
    for crate in crates:
        rect = crate.rect
        if rect.left < -_TOUCHES or rect.right > width + _TOUCHES:
            raise BoardError(f'"{crate.name}" reaches beyond the side of the world', key="crate")
        inner = Rect(rect.left + _TOUCHES, rect.bottom + _TOUCHES, rect.right - _TOUCHES, rect.top - _TOUCHES)
        for name, block in blocks:
            if inner.overlaps(block):
                raise BoardError(f'"{crate.name}" begins inside "{name}"; move it', key="crate")
        blocks.append((crate.name, rect))
