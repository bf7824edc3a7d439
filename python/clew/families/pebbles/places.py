"""Where the cells of a pebble graph are drawn: by its layout, by given coordinates, or by their distances.

A graph without coordinates is laid out so that cells stand about as far apart as they are in moves. It begins
with the two main directions of the table of distances (classical scaling; W. S. Torgerson, 1952); then each
cell goes to the weighted mean of where the others would have it, many times (stress majorisation; E. R.
Gansner, Y. Koren, S. North, "Graph drawing by stress majorization", 2004).
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from clew.pictures.shapes import Point

if TYPE_CHECKING:
    from clew.families.pebbles.puzzle import Pebbles

ROUNDS = 120
CROWDED = 40
"""More cells than these stay on a circle: the layout takes ROUNDS times their square."""

WIDEST = 24
"""A picture is at most this many pitches wide or high; what stands closer than a pitch is drawn smaller."""

SMALLEST = 0.2


class Places(NamedTuple):
    """The middle of each cell, from (0, 0) on, and the size at which cells are drawn (1: as usual)."""

    points: list[Point]
    size: float


def places_of(puzzle: Pebbles, pitch: float) -> Places:
    """The positions of a board's cells, with neighbouring cells `pitch` apart."""
    if puzzle.coordinates is not None:
        return _fitted([(float(x), float(y)) for x, y in puzzle.coordinates], pitch)
    words = (puzzle.layout or "").split()
    if words[:1] == ["grid"]:
        columns = int(words[1].split("x")[1])
        return Places([((c % columns) * pitch, (c // columns) * pitch) for c in range(puzzle.cells)], 1.0)
    if words:
        return Places(_triangle(puzzle.cells, pitch), 1.0)
    return _fitted(_spread(puzzle.neighbours), pitch)


def _triangle(cells: int, pitch: float) -> list[Point]:
    side = next(n for n in range(1, cells + 1) if n * (n + 1) // 2 == cells)
    return [
        (((side - 1 - row) / 2 + place) * pitch, row * pitch * 3**0.5 / 2)
        for row in range(side)
        for place in range(row + 1)
    ]


def _fitted(points: list[Point], pitch: float) -> Places:
    """The points at the scale at which the closest two are a pitch apart, or as near to that as fits."""
    gaps = [hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(points) for b in points[:i]]
    closest = min((gap for gap in gaps if gap > 0), default=1.0)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide = max(max(x for x, _ in points) - left, max(y for _, y in points) - top)
    scale = 1 / closest
    if wide * scale > WIDEST:
        scale = WIDEST / wide
    size = max(SMALLEST, min(1.0, closest * scale))
    return Places([((x - left) * scale * pitch, (y - top) * scale * pitch) for x, y in points], size)


def _spread(neighbours: list[list[int]]) -> list[Point]:
    count = len(neighbours)
    circle = [(sin(2 * pi * k / count), -cos(2 * pi * k / count)) for k in range(count)]
    if count > CROWDED:
        return circle
    apart = [_distances(neighbours, cell) for cell in range(count)]
    across, down = _main_directions(apart)
    # A small share of the circle separates cells that coincide in the two directions.
    points = [(x + 0.1 * cx, y + 0.1 * cy) for x, y, (cx, cy) in zip(across, down, circle, strict=True)]
    for _ in range(ROUNDS):
        points = [_mean(cell, points, apart[cell]) for cell in range(count)]
    return [(round(x, 3), round(y, 3)) for x, y in _upright(points, neighbours)]


def _upright(points: list[Point], neighbours: list[list[int]]) -> list[Point]:
    """The points turned so that the first edge lies level, most of them below it."""
    first = next((cell for cell, near in enumerate(neighbours) if near), None)
    if first is None:
        return points
    (ax, ay), (bx, by) = points[first], points[neighbours[first][0]]
    length = hypot(bx - ax, by - ay) or 1
    c, s = (bx - ax) / length, (by - ay) / length
    turned = [((x - ax) * c + (y - ay) * s, (y - ay) * c - (x - ax) * s) for x, y in points]
    flip = -1 if sum(y for _, y in turned) < 0 else 1
    return [(x, y * flip) for x, y in turned]


def _main_directions(apart: list[list[int]]) -> list[list[float]]:
    """The two largest eigenvectors of the centred table of squared distances, each as long as its root."""
    count = len(apart)
    squares = [[float(d * d) for d in row] for row in apart]
    means = [sum(row) / count for row in squares]
    whole = sum(means) / count
    table = [[-(squares[a][b] - means[a] - means[b] + whole) / 2 for b in range(count)] for a in range(count)]
    found: list[list[float]] = []
    for turn in range(2):
        vector = [sin(1 + turn + 1.7 * k) for k in range(count)]
        length = 0.0
        for _ in range(ROUNDS):
            for other in found:
                along = _dot(vector, other) / (_dot(other, other) or 1)
                vector = [v - along * o for v, o in zip(vector, other, strict=True)]
            vector = [_dot(row, vector) for row in table]
            length = _dot(vector, vector) ** 0.5
            vector = [v / (length or 1) for v in vector]
        found.append([v * length**0.5 for v in vector])
    return found


def _dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _mean(cell: int, points: list[Point], apart: list[int]) -> Point:
    x, y = points[cell]
    sx = sy = total = 0.0
    for other, (ox, oy) in enumerate(points):
        if other == cell:
            continue
        length = hypot(x - ox, y - oy) or 1e-9
        wanted = float(apart[other])
        weight = wanted**-2
        sx += weight * (ox + wanted * (x - ox) / length)
        sy += weight * (oy + wanted * (y - oy) / length)
        total += weight
    return (x, y) if not total else (sx / total, sy / total)


def _distances(neighbours: list[list[int]], start: int) -> list[int]:
    """Moves from a cell to every other; a little more than the largest for unreachable cells."""
    found = {start: 0}
    queue = [start]
    for here in queue:
        for there in neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    far = max(found.values()) + 2
    return [found.get(cell, far) for cell in range(len(neighbours))]
