r"""Footing: how a character walks on slopes, up and down at the pace of level ground.

On level ground the control leaves the height of a body to the physics. On a slope, gravity would draw it
down while it stands, and whoever walks over a crest would fly. While the feet hold, the impulse therefore
also gives the speed up or down with which the foot stays on the ground, and takes up the weight.

```text
              __________
            o           \          the way of the foot's middle: known exactly from the ground and the build,
          /               o        so that it is on it in the next tick, too
    ___o/                   \____
```

A jump, a fall or a landing is the physics' own: the feet hold again once they rest on something.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from clew_world.elements import STEP, Build, Character, Solid
from clew_world.slopes import Slope, sole

_NEAR = 0.06
"""Metres: a foot that is no farther from the ground is on it."""
_STEEP = 1.05
"""Metres down or up, on a metre: the ground that is steeper is an edge, or a wall."""
_CALM = 0.5
"""Metres per second up or down, beside those of the ground, with which feet begin to hold."""
_LEAST, _MOST = 0.0155, 0.0201
"""Metres from the ground between which a body touches it and is not pushed. While it touches, it cannot be
moved nearer: what tries to, moves it along a slope."""
_BESIDE = 0.005
"""Metres to where it is looked how steep the ground is."""
_SETTLES = 4.0
"""Metres per second with which a picture comes down to the ground."""


class Top(NamedTuple):
    """The top of something from (left, y) to the right, rising by `grade` on a metre, between two heights."""

    left: float
    right: float
    y: float
    grade: float
    low: float
    high: float

    def at(self, x: float) -> float:
        """Its height at a place."""
        return self.y + (x - self.left) * self.grade


def _top(left: float, right: float, y: float, grade: float) -> Top:
    end = y + (right - left) * grade
    return Top(left, right, y, grade, min(y, end), max(y, end))


class Floor:
    """What is underfoot in a level with slopes, for one build."""

    def __init__(self, slopes: Sequence[Slope], solids: Sequence[Solid], build: Build) -> None:
        self.build = build
        self._half, self._sole = build.width / 2, sole(build)
        self._slopes = [_top(s.left, s.right, s.ends[0][1], s.grade) for s in slopes]
        tops = [*self._slopes, *(_top(s.rect.left, s.rect.right, s.rect.top, 0.0) for s in solids)]
        # The tops that a foot may touch, in columns from each of these places to the next.
        self._places = sorted({x for t in tops for x in (t.left - self._half, t.right + self._half)})
        self._columns: list[list[Top]] = [[] for _ in range(len(self._places) + 1)]
        for top in tops:
            first = bisect_left(self._places, top.left - self._half)
            last = bisect_left(self._places, top.right + self._half)
            for column in self._columns[first + 1 : last + 1]:
                column.append(top)
        self._sloping = [any(top.grade for top in column) for column in self._columns]

    def has_slope(self, x: float, y: float) -> bool:
        """Whether a body there may stand on a slope."""
        number = bisect_left(self._places, x)
        return self._sloping[number] and any(
            top.grade and top.low - 0.5 < y < top.high + 1.0 for top in self._columns[number]
        )

    def height(self, x: float, most: float) -> float | None:
        """The height of a foot with its middle at `x` on the highest top that is not above `most`."""
        best = None
        for top in self._columns[bisect_left(self._places, x)]:
            if top.low > most + self._half or top.high < most - 1.0:
                continue
            foot = self._foot(top, x)
            if foot is not None and foot <= most and (best is None or foot > best):
                best = foot
        return best

    def ground(self, x: float, most: float) -> float | None:
        """The highest ground below a point."""
        column = self._columns[bisect_left(self._places, x)]
        found = [top.at(x) for top in column if top.left <= x <= top.right and top.at(x) <= most]
        return max(found, default=None)

    def lifted(self, x: float, y: float) -> float:
        """The height of a foot above the slope on which a level places it."""
        found = [
            foot + (_LEAST + _MOST) / 2 * hypot(1.0, top.grade)
            for top in self._slopes
            if top.left <= x <= top.right and abs(top.at(x) - y) < _NEAR
            if (foot := self._foot(top, x)) is not None
        ]
        return max([y, *found])

    def _foot(self, top: Top, x: float) -> float | None:
        left, right = max(top.left, x - self._sole), min(top.right, x + self._sole)
        return max(top.at(left), top.at(right)) if left <= right else None


class Footing:
    """How one character walks where there are slopes."""

    def __init__(self, character: Character, floor: Floor, gravity: float) -> None:
        self._character = character
        self._floor = floor
        self._weight = gravity * STEP
        self._holds = True

    def let_go(self) -> None:
        """It jumps, climbs, rides or falls."""
        self._holds = self._character.on_slope = False

    def follow(self, vx: float) -> tuple[float, float] | None:
        """The velocity for which to push it, so that it walks along the ground with `vx` at most; None where
        that is left to the physics."""
        character = self._character
        x, y, speed = character.x, character.y, character.build.speed
        character.on_slope = False
        if not (self._floor.has_slope(x, y) or self._floor.has_slope(x + vx * STEP, y)):
            self._holds = character.standing > 0 and abs(character.vy) < _CALM
            return None
        here = self._floor.height(x, y + _NEAR)
        if here is None or y - here > _NEAR + speed * STEP:
            self._holds = False
            return None
        self._holds = self._holds or (character.standing > 0 and self._is_calm(here))
        if not self._holds:
            return None
        there = self._next(here, x, vx)
        if there is not None and speed * STEP < (far := hypot(vx * STEP, there - here)):
            vx *= speed * STEP / far
            there = self._next(here, x, vx)
        if there is None:
            return None
        character.on_slope = True
        side, step = (-1.0 if vx < 0 else 1.0), abs(vx) * STEP
        grade = (there - here) / step if step > 1e-6 else self._grade(x, here, side)
        above = self._above(y - here, grade)
        if character.standing:
            # What it touches does not let it cut the corner of a crest: it comes down in the next tick.
            there = max(there, here + self._grade(x, here, side) * step)
        return vx, (there + above - y) / STEP + self._weight

    def _is_calm(self, here: float) -> bool:
        """Whether it moves along the ground, and not off it or into it."""
        character = self._character
        grade = self._grade(character.x, here, -1.0 if character.vx < 0 else 1.0)
        return abs(character.vy - abs(character.vx) * grade) < _CALM

    def _next(self, here: float, x: float, vx: float) -> float | None:
        """The height of the ground for its foot in the next tick; None at an edge."""
        step = abs(vx) * STEP
        there = self._floor.height(x + vx * STEP, here + step * _STEEP + 0.01)
        return there if there is not None and there >= here - step * _STEEP - 0.02 else None

    def _above(self, now: float, grade: float) -> float:
        """How far above the ground its foot is in the next tick: as far as now, if it touches it."""
        long = hypot(1.0, grade)
        return now if _LEAST * long <= now <= _MOST * long else (_LEAST + _MOST) / 2 * long

    def _grade(self, x: float, here: float, side: float) -> float:
        """How steep the ground is towards one side."""
        beside = self._floor.height(x + side * _BESIDE, here + 2 * _BESIDE)
        return max(-1.0, min(1.0, (beside - here) / _BESIDE)) if beside is not None else 0.0

    def settle(self) -> None:
        """Moves the picture of the character down to the ground below the middle of its foot."""
        character = self._character
        wanted = 0.0
        if character.on_slope:
            ground = self._floor.ground(character.x, character.y + _NEAR)
            most = character.build.width / 2 + _NEAR
            wanted = min(max(character.y - ground, 0.0), most) if ground is not None else character.sunk
        most = max(_SETTLES, 1.5 * character.build.speed) * STEP
        character.sunk += max(-most, min(most, wanted - character.sunk))
