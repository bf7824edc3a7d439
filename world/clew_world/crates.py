"""Crates during a game: where they are, and where the route planner assumes that they are.

The physics can move them at any time. Routes are planned around crates at rest, and planned again only when a
crate has come to rest somewhere else. The more work that is, the more rarely it is done.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew_world.elements import Crate, Rect, Solid
from clew_world.lifts import Lift
from clew_world.routes.surfaces import REACH_DOWN
from clew_world.slopes import CORNER, Slope
from clew_world.tables import PartError

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
_HOLD = 0.1
"""Metres of a crate's foot that must be on something: on a corner, whose edge is cut, it slides off."""
_TOUCHES = 0.01
"""Metres that things may overlap in a level: sums of decimal numbers are not exact."""


class Crates:
    """The crates of one game; they can fall on `solids` and `slopes`, and `lifts` may carry them away."""

    def __init__(
        self,
        crates: Sequence[Crate],
        solids: Sequence[Solid],
        lifts: Sequence[Lift],
        slopes: Sequence[Slope] = (),
    ) -> None:
        self.all = list(crates)
        self._known = settled(crates, solids, lifts, slopes)
        self._before = self._places()
        self._due = 0
        """The tick before which no routes are planned again."""

    @property
    def stay(self) -> bool:
        """Whether it is known for all crates where they come to rest."""
        return None not in self._known

    def solids(self) -> list[Solid]:
        """The crates where the planner assumes that they are, without those whose place it does not know."""
        return [
            Solid(crate.number, crate.kind, crate.name, rect)
            for crate, rect in zip(self.all, self._known, strict=True)
            if rect is not None
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
        self._known = [*map(_resting, self.all)]
        self._due = tick + work // _SHARE
        return True

    def _places(self) -> list[tuple[float, float]]:
        return [(crate.x, crate.y) for crate in self.all]


def _resting(crate: Crate) -> Rect:
    left, bottom, right, top = crate.rect
    return Rect(left, bottom - _SKIN, right, top - _SKIN)


def _apart(crate: Crate, known: Rect | None) -> float:
    if known is None:
        return float("inf")
    now = _resting(crate)
    return abs(now.left - known.left) + abs(now.bottom - known.bottom)


def settled(
    crates: Sequence[Crate], solids: Sequence[Solid], lifts: Sequence[Lift], slopes: Sequence[Slope] = ()
) -> list[Rect | None]:
    """Where crates come to rest if they fall straight down from where they begin. None for one that does not,
    or may not: over an abyss, on the track of a lift, only by its corner on an edge, or on such a crate.
    """
    tops = [solid.rect for solid in solids]
    tracks = [lift.track for lift in lifts]
    found: dict[int, Rect | None] = {}
    for crate in sorted(crates, key=lambda one: (one.y, one.number)):
        left, bottom, right, top = crate.rect
        below = [rect for rect in tops if rect.left < right and left < rect.right]
        # A foot's lower corners are cut; as a box, a slope is as high as what touches them.
        cut = min(CORNER, crate.width / 4)
        for slope in slopes:
            height = slope.highest(left + cut, right - cut)
            if height is not None:
                below.append(Rect(slope.left, slope.base, slope.right, height))
        floor = max((rect.top for rect in below if rect.top <= bottom + _TOUCHES), default=None)
        fall = 0.0 if floor is None else bottom - floor
        column = Rect(left, bottom - fall - _TOUCHES, right, bottom + _TOUCHES)
        holds = any(
            rect.top == floor and min(right, rect.right) - max(left, rect.left) >= _HOLD for rect in below
        )
        found[crate.number] = None
        if holds and not any(map(column.overlaps, tracks)):
            found[crate.number] = Rect(left, bottom - fall, right, top - fall)
            tops.append(Rect(left, bottom - fall, right, top - fall))
        else:
            # How far it moves aside is unknown, so what begins above it is not certain either.
            wide = right - left
            tracks.append(Rect(left - wide, float("-inf"), right + wide, float("inf")))
    return [found[crate.number] for crate in crates]


def refuse_overlaps(
    crates: Sequence[Crate], solids: Sequence[Solid], slopes: Sequence[Slope], width: float
) -> None:
    """Raises `PartError` if a crate begins inside something else, or beyond the sides of the world."""
    blocks = [(solid.name, solid.rect) for solid in solids if not solid.one_way]
    for index, crate in enumerate(crates):
        rect = crate.rect
        part = "crate", index
        if rect.left < -_TOUCHES or rect.right > width + _TOUCHES:
            raise PartError(f'"{crate.name}" reaches beyond the side of the world', key="crate", part=part)
        inner = Rect(rect.left + _TOUCHES, rect.bottom + _TOUCHES, rect.right - _TOUCHES, rect.top - _TOUCHES)
        for name, block in blocks:
            if inner.overlaps(block):
                raise PartError(f'"{crate.name}" begins inside "{name}"; move it', key="crate", part=part)
        for slope in slopes:
            if slope.overlaps(inner):
                raise PartError(
                    f'"{crate.name}" begins inside "{slope.name}"; move it up', key="crate", part=part
                )
        blocks.append((crate.name, rect))
