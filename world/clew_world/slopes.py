r"""Slopes: wedges whose top rises or falls evenly from one end to the other.

```text
                 (x + width, y + rise)
              __/|
         __ /    |
      /          |       the foot of a body is above the slope by its `gap`, because it stays upright
     (x, y)      |       and stands on a corner
     |___________|       `height` below the lower end
```
"""

from __future__ import annotations

from math import radians, tan

from clew.errors import BoardError
from clew_world.elements import Build, Element, Rect
from clew_world.parts import Properties

STEEPEST = 45
"""Degrees: nobody walks up a steeper slope."""
_LEAST_RISE = 0.05
"""Metres: what rises less is a platform."""
CORNER = 0.04
"""Metres cut off the lower corners of bodies, so that they do not catch on seams."""


class Slope(Element):
    """A wedge to walk up and down on."""

    def __init__(
        self, number: int, name: str, left: tuple[float, float], right: tuple[float, float], base: float
    ) -> None:
        super().__init__(number, "slope", name)
        self.left, self.right = left[0], right[0]
        self.ends = (left, right)
        self.base = base
        self.grade = (right[1] - left[1]) / (right[0] - left[0])
        """Metres that it rises on a metre to the right; negative if it falls."""

    @property
    def rect(self) -> Rect:
        """The box around it."""
        return Rect(self.left, self.base, self.right, max(self.ends[0][1], self.ends[1][1]))

    def at(self, x: float) -> float:
        """The height of its top, or of the line on which that is."""
        return self.ends[0][1] + (x - self.left) * self.grade

    def highest(self, left: float, right: float) -> float | None:
        """The highest point of its top between two places; None if it is not there."""
        if right <= self.left or self.right <= left:
            return None
        return max(self.at(max(left, self.left)), self.at(min(right, self.right)))

    def overlaps(self, rect: Rect) -> bool:
        """Whether the interiors of the slope and a box have a point in common."""
        top = self.highest(rect.left, rect.right)
        return top is not None and rect.bottom < top and self.base < rect.top


def slope(number: int, name: str, given: Properties, world: Rect) -> Slope:
    """The slope with those properties. Raises `BoardError`."""
    x, y = given.place()
    width, rise, height = given.number("width"), given.number("rise"), given.number("height")
    if abs(rise) < _LEAST_RISE:
        raise BoardError(f'"{name}" rises by {rise:g} m; what is level is a platform', key="rise")
    least = abs(rise) / tan(radians(STEEPEST))
    if width < least - 1e-9:
        raise BoardError(
            f'"{name}" is steeper than {STEEPEST} degrees: nobody walks up {abs(rise):g} m on {width:g} m; '
            f"make it at least {least:.4g} m wide",
            key="width",
        )
    if not 0.0 <= y + rise <= world.top:
        raise BoardError(f'"{name}" rises out of the world', key="rise")
    return Slope(number, name, (x, y), (x + width, y + rise), min(y, y + rise) - height)


def sole(build: Build) -> float:
    """Half the width of the level part of a foot."""
    return build.width / 2 - CORNER


def gap(build: Build, grade: float) -> float:
    """How far above a slope the middle of a foot is."""
    return abs(grade) * sole(build)
