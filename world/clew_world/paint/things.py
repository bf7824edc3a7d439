"""Items as shapes: 100 units per metre, lying at (0, 0), y down, about 40 units large."""

from __future__ import annotations

from clew.pictures.colours import PIECES
from clew.pictures.shapes import Circle, Label, Paint, Path, Rect, Shape, line
from clew_world.paint import palette
from clew_world.paint.creatures import Cell, curve

CELL = Cell(0.6, 0.54, 0.06)
"""The room of an item's picture."""


ITEM_HEIGHT = 0.42
"""Metres: how high pictures of items are that a level brings itself."""


def thing(kind: str) -> list[Shape]:
    """The picture of a kind of item; a token with its initial if there is none."""
    if kind in _THINGS:
        return _THINGS[kind]
    letter = next((c for c in kind.upper() if c.isalnum()), "?")
    return [
        Circle(0, -20, 20, Paint(fill=PIECES["C"])),
        Circle(0, -20, 16, Paint(stroke=palette.INK, width=2, opacity=0.35)),
        Label(letter, 0, -20, 24, palette.INK),
    ]


_BANANA: list[Shape] = [
    Path(
        (
            *curve(
                (-19, -32),
                (-18, -8, 0, -2, 22, -10),
                (14, -14, -4, -14, -10, -35),
            ),
            ("Z", ()),
        ),
        Paint(fill=PIECES["Y"], stroke="#A88600", width=2),
    ),
    line([(-19, -32), (-10, -35), (-13, -41), (-18, -40)], Paint(fill="#7A5A12"), closed=True),
    Circle(21, -10, 2.6, Paint(fill="#7A5A12")),
]
_APPLE: list[Shape] = [
    Circle(-6, -17, 15, Paint(fill=PIECES["R"])),
    Circle(6, -17, 15, Paint(fill=PIECES["R"])),
    Path(curve((0, -30), (0, -36, 3, -40, 6, -41)), Paint(stroke="#7A5A12", width=3.5)),
    Path(
        (*curve((3, -34), (6, -42, 16, -42, 18, -38), (14, -32, 8, -32, 3, -34)), ("Z", ())),
        Paint(fill=PIECES["G"]),
    ),
    Circle(-10, -22, 4, Paint(fill=palette.WHITE, opacity=0.5)),
]
_KEY: list[Shape] = [
    Circle(-12, -20, 10, Paint(stroke=PIECES["Y"], width=6)),
    line([(-2, -20), (22, -20)], Paint(stroke=PIECES["Y"], width=6)),
    line([(12, -20), (12, -11)], Paint(stroke=PIECES["Y"], width=6)),
    line([(21, -20), (21, -10)], Paint(stroke=PIECES["Y"], width=6)),
]
_GEM: list[Shape] = [
    line(
        [(-20, -26), (-10, -38), (10, -38), (20, -26), (0, -2)],
        Paint(fill=PIECES["C"], stroke="#1F8FA5", width=2),
        closed=True,
    ),
    line([(-20, -26), (20, -26)], Paint(stroke="#1F8FA5", width=2)),
    line([(-8, -26), (0, -3), (8, -26), (0, -37)], Paint(stroke="#1F8FA5", width=2), closed=True),
]
_CORN: list[Shape] = [
    Rect(-8, -38, 16, 34, 8, Paint(fill=PIECES["Y"], stroke="#A88600", width=1.5)),
    *(Circle(x, y, 1.8, Paint(fill="#C9A400")) for y in (-32, -26, -20, -14) for x in (-3.5, 3.5)),
    Path(
        (*curve((0, -2), (-18, -6, -18, -22, -12, -28), (-10, -16, -6, -8, 0, -2)), ("Z", ())),
        Paint(fill=PIECES["G"]),
    ),
    Path(
        (*curve((0, -2), (18, -6, 18, -22, 12, -28), (10, -16, 6, -8, 0, -2)), ("Z", ())),
        Paint(fill=PIECES["G"]),
    ),
]


def _lever(tilt: float, knob: str) -> list[Shape]:
    """A switch: a lever on a foot of stone, which leans to a side."""
    return [
        line([(0, -8), (tilt, -36)], Paint(stroke=palette.RUNG, width=5)),
        Circle(tilt, -37, 7, Paint(fill=knob, stroke=palette.INK, width=2)),
        Rect(-19, -12, 38, 12, 4, Paint(fill=palette.STONE)),
        Rect(-19, -5, 38, 5, 2, Paint(fill=palette.STONE_DARK)),
    ]


WAITING, PRESSED = "switch", "pressed switch"
"""The pictures of switches."""
_THINGS = {
    "banana": _BANANA,
    "apple": _APPLE,
    "key": _KEY,
    "gem": _GEM,
    "corn": _CORN,
    WAITING: _lever(-15, palette.TROUBLE),
    PRESSED: _lever(15, palette.GOOD),
}
