"""Closed doors as shapes: 100 units per metre, the upper left corner at (0, 0), y down.

The client draws the same.
"""

from __future__ import annotations

from clew.pictures.shapes import Circle, Paint, Rect, Shape
from clew_world.paint import palette

BAND = 80.0
"""Units from one iron band to the next."""


def door(width: float, height: float) -> list[Shape]:
    """A door of that many units: a board in a frame, with iron bands and a lock."""
    rim = min(6.0, width / 5, height / 5)
    bands = max(2, round(height / BAND) + 1)
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
