"""What a picture is made of: a few flat shapes, which `svg` and `pdf` write in their own format.

Coordinates are the picture's own units, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import NamedTuple

Segment = tuple[str, tuple[float, ...]]
"""``("M", (x, y))``, ``("L", (x, y))``, ``("C", (x1, y1, x2, y2, x, y))`` or ``("Z", ())``."""

Point = tuple[float, float]

ARC = 0.5522847
"""The length of the handles of a cubic curve that is a quarter of a circle, in radii."""


class Paint(NamedTuple):
    """How a shape is filled and stroked. `dash`: lengths on and off (0 on is a dot; ends are round). `shade`:
    lighter at the top, darker at the bottom.

    `blur` softens a shadow, if the format supports it.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0
    opacity: float = 1
    dash: tuple[float, ...] = ()
    shade: bool = False
    blur: float = 0


class Circle(NamedTuple):
    """A circle with its centre at (x, y) and radius `r`."""

    x: float
    y: float
    r: float
    paint: Paint


class Rect(NamedTuple):
    """A rectangle; `r` is the radius of its corners."""

    x: float
    y: float
    width: float
    height: float
    r: float
    paint: Paint


class Path(NamedTuple):
    """Segments drawn one after the other, each from the end of the last."""

    segments: tuple[Segment, ...]
    paint: Paint


class Label(NamedTuple):
    """One line of text. `y` is the middle of its capitals, `size` the font size, `anchor` the part of it that
    is at `x`.

    `narrow`: shrink the text to this width if it is wider.
    """

    text: str
    x: float
    y: float
    size: float
    fill: str
    anchor: str = "middle"
    narrow: float | None = None


class Image(NamedTuple):
    """A bitmap; `png` is the content of its file."""

    x: float
    y: float
    width: float
    height: float
    png: bytes


class Drawing(NamedTuple):
    """A whole SVG document as one shape, fitted into the rectangle; for formats that hold SVG."""

    x: float
    y: float
    width: float
    height: float
    svg: str


class Group(NamedTuple):
    """Shapes drawn at another place and scale: (x, y) becomes (dx + scale x, dy + scale y).

    `shared`: the same shapes occur elsewhere too, so a format may write them once.
    """

    dx: float
    dy: float
    shapes: tuple[Shape, ...]
    scale: float = 1
    shared: bool = False


Shape = Circle | Rect | Path | Label | Drawing | Group


def at(x: float, y: float, shapes: Iterable[Shape], scale: float = 1, shared: bool = False) -> Group:
    """The shapes as a group moved to (x, y) and scaled; see `Group` for `shared`."""
    return Group(x, y, tuple(shapes), scale, shared)


def line(points: Sequence[Point], paint: Paint, closed: bool = False) -> Path:
    """Straight lines through the points."""
    segments: list[Segment] = [("L" if number else "M", point) for number, point in enumerate(points)]
    return Path((*segments, ("Z", ())) if closed else tuple(segments), paint)


def mark(name: str, x: float, y: float, r: float, fill: str) -> Shape:
    """One of the shapes of pieces, about as large as a disc of radius `r`."""
    paint = Paint(fill=fill)
    if name == "circle":
        return Circle(x, y, r * 0.8, paint)
    if name == "square":
        return Rect(x - r * 0.76, y - r * 0.76, r * 1.52, r * 1.52, 0, paint)
    if name == "bar":
        return Rect(x - r * 0.9, y - r * 0.34, r * 1.8, r * 0.68, 0, paint)
    return line([(x + px * r, y + py * r) for px, py in _corners(name)], paint, closed=True)


def _corners(name: str) -> list[Point]:
    if name == "triangle":
        return [(0, -0.9), (0.92, 0.72), (-0.92, 0.72)]
    if name == "diamond":
        return [(0, -1), (1, 0), (0, 1), (-1, 0)]
    if name == "hexagon":
        return [(cos(pi / 3 * k), sin(pi / 3 * k)) for k in range(6)]
    if name == "cross":
        a, b = 0.32, 0.95
        quarter = [(a, -b), (a, -a), (b, -a)]
        return [
            (x * c - y * s, x * s + y * c) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) for x, y in quarter
        ]
    tips = [(sin(pi / 5 * k), -cos(pi / 5 * k)) for k in range(10)]
    return [(x * (1.08, 0.47)[k % 2], y * (1.08, 0.47)[k % 2]) for k, (x, y) in enumerate(tips)]


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, in order; fewer than three if the points are on a line."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(these: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in these:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
