"""The symbols on a map: each has a shape of its own, so that they never differ by colour alone."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from clew.pictures import glyphs
from clew.pictures.shapes import Circle, Label, Paint, Path, Rect, Segment, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from clew.pictures.shapes import Point, Shape


BEND = 0.22
"""How far the handles of a curve reach, as a share of the length of its line."""


CLOSE = 14.0
"""Knots that are closer together than this, on average, would hide the line."""


def dots(places: NDArray[np.float64], r: float, fill: str) -> list[Shape]:
    """Discs of one colour, as one path: lines of no length with round ends."""
    segments: list[Segment] = []
    for x, y in places.tolist():
        segments += [("M", (x, y)), ("L", (x, y))]
    return [Path(tuple(segments), Paint(stroke=fill, width=2 * r))] if segments else []


def crossed(places: NDArray[np.float64], r: float) -> list[Shape]:
    """Small crosses: states from which no goal can be reached."""
    segments: list[Segment] = []
    for x, y in places.tolist():
        a = r * 0.75
        segments += [
            ("M", (x - a, y - a)),
            ("L", (x + a, y + a)),
            ("M", (x - a, y + a)),
            ("L", (x + a, y - a)),
        ]
    return [Path(tuple(segments), Paint(stroke="strong", width=max(0.8, r * 0.5)))] if segments else []


def diamonds(places: NDArray[np.float64], r: float) -> list[Shape]:
    """Squares on their corners, with a rim of paper."""
    segments: list[Segment] = []
    for x, y in places.tolist():
        corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
        segments += [("L" if number else "M", corner) for number, corner in enumerate(corners)]
        segments.append(("Z", ()))
    if not segments:
        return []
    rim = Path(tuple(segments), Paint(stroke="paper", width=r * 0.5))
    return [rim, Path(tuple(segments), Paint(fill="good"))]


def start_ring(x: float, y: float, label: bool = True, left: bool = False) -> list[Shape]:
    """An open ring in the colour of the thread; named, on its right or `left`."""
    shapes: list[Shape] = [
        Circle(x, y, 12, Paint(fill="paper")),
        Circle(x, y, 8.5, Paint(fill="paper", stroke="accent", width=4)),
    ]
    return [*named("start", x, y, left), *shapes] if label else shapes


def goal_end(x: float, y: float, left: bool = False) -> list[Shape]:
    """Where a path comes to a goal: a large diamond in the colour of the thread."""
    r = 12.0
    corners: list[Point] = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    rim = line(corners, Paint(stroke="paper", width=5), closed=True)
    return [*named("solved", x, y, left), rim, line(corners, Paint(fill="accent"), closed=True)]


def named(text: str, x: float, y: float, left: bool, size: float = 17) -> list[Shape]:
    """A word beside a sign, on a patch of paper."""
    wide = glyphs.advance(text) / glyphs.EM * size
    from_ = x - 25 - wide if left else x + 13
    patch = Rect(
        from_, y - size * 0.75, wide + 12, size * 1.5, size * 0.75, Paint(fill="paper", opacity=0.85)
    )
    return [patch, Label(text, from_ + 6, y, size, "ink", "start")]


def pill(text: str, x: float, y: float, size: float) -> list[Shape]:
    """A word in a rounded box."""
    wide = max(glyphs.advance(text) / glyphs.EM * size + size * 1.1, size * 1.7)
    paint = Paint(fill="paper", stroke="line", width=1.2)
    return [
        Rect(x - wide / 2, y - size * 0.85, wide, size * 1.7, size * 0.85, paint),
        Label(text, x, y, size, "ink"),
    ]


def thread(points: Sequence[Sequence[float]]) -> list[Shape]:
    """A path: a line through the points, on a rim of paper; with a knot for each move if there is room."""
    ends = [(float(x), float(y)) for x, y in points]
    way = Path(tuple(_smooth(ends)), Paint(stroke="paper", width=7))
    shapes: list[Shape] = (
        [way, way._replace(paint=Paint(stroke="accent", width=3.6))] if len(ends) > 1 else []
    )
    far = sum(dist(a, b) for a, b in pairwise(ends))
    if far < CLOSE * (len(ends) - 1):
        return shapes
    knot = 5.0 if len(ends) <= 30 else 4.0
    return shapes + [Circle(x, y, knot, Paint(fill="accent", stroke="paper", width=1.2)) for x, y in ends]


def _smooth(points: list[Point]) -> list[Segment]:
    """A curve through the points that bends a little at each, and never far off the straight line."""
    segments: list[Segment] = [("M", points[0])]
    for number in range(1, len(points)):
        before, a, b = points[max(0, number - 2)], points[number - 1], points[number]
        after = points[min(len(points) - 1, number + 1)]
        reach = dist(a, b) * BEND
        (ax, ay), (bx, by) = _towards(before, b, reach), _towards(a, after, reach)
        segments.append(("C", (a[0] + ax, a[1] + ay, b[0] - bx, b[1] - by, *b)))
    return segments


def _towards(one: Point, other: Point, reach: float) -> Point:
    """A step of that length in the direction from one point to another."""
    far = dist(one, other) or 1.0
    return (other[0] - one[0]) / far * reach, (other[1] - one[1]) / far * reach
