"""The outline of a set of cells, for pieces of any shape: rounded, a little inside the cells, holes and all.

Walked clockwise along the sides of cells, the piece is always on the right hand:

    +->-+
    |   v        a right turn is an outer corner, rounded with the full radius,
    ^   +->-+    a left turn an inner one (or the corner of a hole), rounded with what is left of it
    |       v
    +--<----+
"""

from __future__ import annotations

from collections.abc import Iterable

from clew.pictures.shapes import ARC, Point, Segment

Cell = tuple[int, int]
"""(column, row)."""

_RIGHT_FIRST = {(1, 0): (0, 1), (0, 1): (-1, 0), (-1, 0): (0, -1), (0, -1): (1, 0)}


def loops(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The corners of each closed line around the cells, clockwise outside, counter-clockwise around holes."""
    inside = set(cells)
    ways: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        sides = (
            ((x, y - 1), (x, y), (1, 0)),
            ((x + 1, y), (x + 1, y), (0, 1)),
            ((x, y + 1), (x + 1, y + 1), (-1, 0)),
            ((x - 1, y), (x, y + 1), (0, -1)),
        )
        for neighbour, start, way in sides:
            if neighbour not in inside:
                ways.setdefault(start, []).append(way)
    found = []
    while ways:
        start = min(ways)
        found.append(_loop(start, ways))
    return found


def _loop(start: Cell, ways: dict[Cell, list[Cell]]) -> list[Cell]:
    """One closed line; its sides are taken out of `ways`. Where two lines touch it keeps to its own cell."""
    corners: list[Cell] = []
    here, way = start, min(ways[start])
    first = way
    while True:
        ways[here].remove(way)
        if not ways[here]:
            del ways[here]
        here = (here[0] + way[0], here[1] + way[1])
        if here == start and first not in ways.get(here, []) and not ways.get(here):
            following = first
        else:
            following = _next(way, ways.get(here, []) or [first])
        if following != way:
            corners.append(here)
        way = following
        if here == start:
            return corners


def _next(way: Cell, options: list[Cell]) -> Cell:
    right = _RIGHT_FIRST[way]
    for choice in (right, way, (-right[0], -right[1])):
        if choice in options:
            return choice
    return options[0]


def outline(cells: Iterable[Cell], side: float, inset: float, radius: float) -> tuple[Segment, ...]:
    """The rounded outline of cells of that side, that far inside them, from the corner of cell (0, 0)."""
    segments: list[Segment] = []
    for corners in loops(cells):
        points = [(x * side, y * side) for x, y in corners]
        segments += _rounded(points, inset, radius)
    return tuple(segments)


def _rounded(points: list[Point], inset: float, radius: float) -> list[Segment]:
    segments: list[Segment] = []
    count = len(points)
    for index, (x, y) in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % count]
        coming, going = _unit(before, (x, y)), _unit((x, y), after)
        cx = x + inset * (-coming[1] - going[1])
        cy = y + inset * (coming[0] + going[0])
        outer = coming[0] * going[1] - coming[1] * going[0] > 0
        r = radius if outer else max(radius - 2 * inset, radius / 3)
        enter = (cx - coming[0] * r, cy - coming[1] * r)
        leave = (cx + going[0] * r, cy + going[1] * r)
        k = 1 - ARC
        handles = (
            cx - coming[0] * r * k,
            cy - coming[1] * r * k,
            cx + going[0] * r * k,
            cy + going[1] * r * k,
        )
        segments += [("L" if segments else "M", enter), ("C", (*handles, *leave))]
    return [*segments, ("Z", ())]


def _unit(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = abs(dx) + abs(dy)
    return dx / length, dy / length
