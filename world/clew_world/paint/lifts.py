"""Lifts as shapes: 100 units per metre, the upper left corner at (0, 0), y down.

The client draws the same.
"""

from __future__ import annotations

from clew.pictures.shapes import Circle, Paint, Rect, Shape
from clew_world.paint import palette


def lift(width: float, height: float) -> list[Shape]:
    """A lift of that many units: a plank on a beam, and the wheel by which it hangs on its track."""
    radius = min(height / 2, 12.0)
    wheel = min(height * 0.42, width / 4)
    return [
        Rect(0, height * 0.3, width, height * 0.7, radius * 0.6, Paint(fill=palette.STONE_DARK)),
        Rect(0, 0, width, height * 0.5, radius * 0.5, Paint(fill=palette.PLANK)),
        Circle(width / 2, height * 0.55, wheel, Paint(fill=palette.INK)),
        Circle(width / 2, height * 0.55, wheel * 0.5, Paint(fill=palette.GOOD)),
    ]
