"""Doors, crates and lifts as shapes: 100 units per metre, the upper left corner at (0, 0), y down.

The client draws the same.
"""

from __future__ import annotations

from clew.pictures.shapes import Circle, Paint, Rect, Shape, line
from clew_world.paint import palette

_RIM = 9.0
"""Units of the widest frame of a crate."""
_BAND = 80.0
"""Units from one iron band to the next."""


def box(kind: str, width: float, height: float) -> list[Shape]:
    """A closed door, a crate or a lift of that many units."""
    return _BOXES[kind](width, height)


def _door(width: float, height: float) -> list[Shape]:
    """A door of that many units: a board in a frame, with iron bands and a lock."""
    rim = min(6.0, width / 5, height / 5)
    bands = max(2, round(height / _BAND) + 1)
    apart = (height - 4 * rim) / (bands - 1)
    return [
        Rect(0, 0, width, height, rim, Paint(fill=palette.PLANK_DARK)),
        Rect(rim, rim, width - 2 * rim, height - 2 * rim, rim / 2, Paint(fill=palette.PLANK)),
        *(
            Rect(0, 2 * rim + number * apart - rim, width, 2 * rim, 0, Paint(fill=palette.STONE_DARK))
            for number in range(bands)
        ),
        Circle(width / 2, height / 2, min(width, height) * 0.2, Paint(fill=palette.INK)),
        Circle(width / 2, height / 2, min(width, height) * 0.12, Paint(fill=palette.TROUBLE)),
    ]


def _crate(width: float, height: float) -> list[Shape]:
    """A crate of that many units: boards in a frame, with a brace from corner to corner."""
    rim = min(_RIM, width / 5, height / 5)
    brace = Paint(stroke=palette.PLANK_DARK, width=rim)
    seam = Paint(stroke=palette.PLANK_DARK, width=rim / 4)
    inner = [rim, rim, width - rim, height - rim]
    return [
        Rect(0, 0, width, height, rim / 2, Paint(fill=palette.PLANK_DARK)),
        Rect(rim, rim, width - 2 * rim, height - 2 * rim, 0, Paint(fill=palette.PLANK)),
        *(line([(rim, height * at), (width - rim, height * at)], seam) for at in (1 / 3, 2 / 3)),
        line([(inner[0], inner[3]), (inner[2], inner[1])], brace),
    ]


def _lift(width: float, height: float) -> list[Shape]:
    """A lift of that many units: a plank on a beam, and the wheel by which it hangs on its track."""
    radius = min(height / 2, 12.0)
    wheel = min(height * 0.42, width / 4)
    return [
        Rect(0, height * 0.3, width, height * 0.7, radius * 0.6, Paint(fill=palette.STONE_DARK)),
        Rect(0, 0, width, height * 0.5, radius * 0.5, Paint(fill=palette.PLANK)),
        Circle(width / 2, height * 0.55, wheel, Paint(fill=palette.INK)),
        Circle(width / 2, height * 0.55, wheel * 0.5, Paint(fill=palette.GOOD)),
    ]


_BOXES = {"door": _door, "crate": _crate, "lift": _lift}
