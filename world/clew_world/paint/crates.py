"""Crates as shapes: 100 units per metre, the upper left corner at (0, 0), y down.

The client draws the same.
"""

from __future__ import annotations

from clew.pictures.shapes import Paint, Rect, Shape, line
from clew_world.paint import palette

RIM = 9.0
"""Units of the widest frame of a crate."""


def crate(width: float, height: float) -> list[Shape]:
    """A crate of that many units: boards in a frame, with a brace from corner to corner."""
    rim = min(RIM, width / 5, height / 5)
    brace = Paint(stroke=palette.PLANK_DARK, width=rim)
    seam = Paint(stroke=palette.PLANK_DARK, width=rim / 4)
    inner = [rim, rim, width - rim, height - rim]
    return [
        Rect(0, 0, width, height, rim / 2, Paint(fill=palette.PLANK_DARK)),
        Rect(rim, rim, width - 2 * rim, height - 2 * rim, 0, Paint(fill=palette.PLANK)),
        *(line([(rim, height * at), (width - rim, height * at)], seam) for at in (1 / 3, 2 / 3)),
        line([(inner[0], inner[3]), (inner[2], inner[1])], brace),
    ]
