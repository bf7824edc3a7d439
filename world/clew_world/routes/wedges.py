r"""Slopes as the middle of a foot meets them: how high it is on one, and where one leaves it no room.

```text
          .-----------.      where the foot of a body is while it is against the wedge below: on the line
        /             .      above the slope, and beyond its ends as high as those, as long as a part of
      / / |           .      the body is over them
    / /   |           .
  --/_____|--
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clew_world.elements import Build, Rect
from clew_world.slopes import Slope, gap

LEVEL = 0.01
"""Metres: tops that differ by less are at the same height."""
SKIN = 0.02
"""Metres that a body keeps from a wall: the physics stops polygons a little before they touch."""
HEADROOM = 0.05
"""Metres of room that a body needs above its head: it stands a little above the ground, and its polygon has a
skin."""


class Line(NamedTuple):
    """Heights from `left` to `right` that change evenly."""

    left: float
    right: float
    y: float
    grade: float

    def at(self, x: float) -> float:
        """The height at a place."""
        return self.y + (x - self.left) * self.grade

    def part(self, low: float, high: float) -> tuple[float, float] | None:
        """From where to where it is between two heights; None if it is nowhere."""
        if self.grade == 0.0:
            return (self.left, self.right) if low < self.y < high else None
        ends = sorted(self.left + (y - self.y) / self.grade for y in (low, high))
        left, right = max(self.left, ends[0]), min(self.right, ends[1])
        return (left, right) if left < right else None


class Wedge:
    """A slope for the bodies of one build."""

    def __init__(self, slope: Slope, build: Build) -> None:
        self.slope = slope
        self.gap = gap(build, slope.grade)
        aside, beyond = self.gap / slope.grade, build.width / 2 + SKIN
        (left, low), (right, high) = slope.ends
        self.line = Line(left - aside, right - aside, low, slope.grade)
        """Where a foot is that stands on the slope, from the height of one end to that of the other."""
        self._sides = (
            Line(left - beyond, left - aside, low, 0.0),
            Line(right - aside, right + beyond, high, 0.0),
        )
        self.rect = slope.rect._replace(left=left - beyond, right=right + beyond)
        """The box in which the middle of a foot may be against it."""

    def top(self, x: float) -> float | None:
        """The height of a foot that rests on it with its middle at a place; None where none does."""
        if not self.rect.left < x < self.rect.right:
            return None
        for side in self._sides:
            if side.left <= x <= side.right:
                return side.y
        return self.line.at(x)

    @property
    def ground(self) -> Line:
        """The top of the slope."""
        (left, low), (right, _) = self.slope.ends
        return Line(left, right, low, self.slope.grade)

    def hits(self, x: float, foot: float, head: float) -> bool:
        """Whether a body from `foot` to `head` is in it."""
        top = self.top(x)
        return top is not None and foot + LEVEL < top and self.slope.base < head

    def taken(self, line: Line, ground: Line, height: float) -> Iterator[tuple[float, float]]:
        """From where to where it leaves no room for a foot on a line; `ground` is below that line."""
        sides = [
            side
            for side, (x, y) in zip(self._sides, self.slope.ends, strict=True)
            if y > ground.at(x) + LEVEL
        ]
        for part in (*sides, self.line):
            left, right = max(line.left, part.left), min(line.right, part.right)
            if left >= right:
                continue
            # How far the wedge is above the line: that is a line, too.
            above = Line(left, right, part.at(left) - line.at(left), part.grade - line.grade)
            span = above.part(0.0 if part is self.line else LEVEL, float("inf"))
            under = Line(left, right, line.at(left), line.grade).part(
                self.slope.base - height - HEADROOM, float("inf")
            )
            if span is not None and under is not None and max(span[0], under[0]) < min(span[1], under[1]):
                yield max(span[0], under[0]), min(span[1], under[1])

    def crest(self) -> Rect | None:
        """The level way of a foot from the upper end of the line to the upper end of the slope."""
        (left, low), (right, high) = self.slope.ends
        ends = (self.line.right, right) if high > low else (left, self.line.left)
        return Rect(ends[0], self.slope.base, ends[1], max(low, high)) if ends[0] < ends[1] else None

    def blocked_by(self, block: Rect, build: Build) -> tuple[float, float] | None:
        """From where to where a block leaves no room on the line."""
        return self._under(block, build, block.bottom - build.height - HEADROOM)

    def covered_by(self, top: Rect, build: Build, cover: float) -> tuple[float, float] | None:
        """From where to where a one-way top is so little above the line that one stands on that."""
        return self._under(top, build, top.top - cover)

    def _under(self, other: Rect, build: Build, low: float) -> tuple[float, float] | None:
        ground, line, beyond = self.ground, self.line, build.width / 2 + SKIN
        # What lies below the slope, as the ground on to which it leads, is in nobody's way.
        if other.top <= ground.at(other.left if ground.grade > 0 else other.right) + LEVEL:
            return None
        left, right = max(line.left, other.left - beyond), min(line.right, other.right + beyond)
        return Line(left, right, line.at(left), line.grade).part(low, other.top) if left < right else None


def free(line: Line, spans: Sequence[tuple[float, float]]) -> list[tuple[float, float, bool, bool]]:
    """The parts of a line that nothing takes: from where, to where, and whether they end where it ends."""
    parts, at, starts = [], line.left, True
    for left, right in sorted(spans):
        if right <= at or left >= line.right:
            continue
        if left > at:
            parts.append((at, left, starts, False))
        at, starts = max(at, right), False
    if at < line.right:
        parts.append((at, line.right, starts, True))
    return [part for part in parts if part[1] - part[0] > SKIN or (part[2] and part[3])]
