"""Where a character can stand: stretches on the tops of solids.

```text
              ____                a wall on the platform splits its top in two; a stretch ends half a body
        ______|  |______          before the wall, because the place of a character is its middle
      == 0 ==>    <== 1 ==
      ================ 2 =======  tops that meet at one height are one stretch: a seam is no edge
```
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clew.world.elements import Build, Rect, Solid

LEVEL = 0.01
"""Metres: tops that differ by less are at the same height."""
GAP = 0.05
"""Metres: a gap that every character can walk over."""
SKIN = 0.02
"""Metres that a body keeps from a wall: the physics stops polygons a little before they touch."""
_CELL = 4.0
"""Metres: the side of a cell in which solids are looked up."""
_MOST_CELLS = 512
"""Beyond this many cells, they are not examined one by one."""
COVER = 0.12
"""Metres: a top no further than this above another one supports the character that stands there."""
HEADROOM = 0.05
"""Metres of room that a body needs above its head: it stands a little above the ground, and its polygon has a
skin."""
REACH_DOWN = 0.35
"""Metres: how far below a top a touch still counts as on it."""


class Stretch(NamedTuple):
    """A place to walk: from `left` to `right`, at height `y`. An open end is an edge to fall from."""

    number: int
    left: float
    right: float
    y: float
    open_left: bool
    open_right: bool
    one_way: bool
    on_lift: bool = False

    def clamped(self, x: float) -> float:
        """The point of the stretch nearest to `x`."""
        return min(max(x, self.left), self.right)


class Obstacles(NamedTuple):
    """Solids in a part of a world: blocks, and the tops of one-way platforms."""

    blocks: list[Rect]
    tops: list[Rect]


class Cells:
    """Rectangles by the grid cells that they touch, to find those near a place quickly."""

    def __init__(self, rects: Iterable[Rect]) -> None:
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._large: list[int] = []
        """Rectangles that fill so many cells that they are examined for every place."""
        self._count = 0
        for number, rect in enumerate(rects):
            self._count += 1
            cells = _cells_of(rect)
            if cells is None:
                self._large.append(number)
                continue
            for cell in cells:
                self._cells.setdefault(cell, []).append(number)

    def near(self, part: Rect) -> Sequence[int]:
        """The numbers of the rectangles that may have a point in a part of the world, in order."""
        cells = _cells_of(part)
        if cells is None:
            return range(self._count)
        found = set(self._large)
        for cell in cells:
            found.update(self._cells.get(cell, ()))
        return sorted(found)


def _cells_of(rect: Rect) -> list[tuple[int, int]] | None:
    """The cells of the grid in which a rectangle has a part; None if they are too many."""
    left, right = int(rect.left // _CELL), int(rect.right // _CELL)
    low, high = int(rect.bottom // _CELL), int(rect.top // _CELL)
    if (right - left + 1) * (high - low + 1) > _MOST_CELLS:
        return None
    return [(column, row) for column in range(left, right + 1) for row in range(low, high + 1)]


class Surfaces:
    """The stretches of a world for one build of body, and which of them is under a point."""

    def __init__(self, solids: Sequence[Solid], width: float, build: Build) -> None:
        self.blocks = [solid.rect for solid in solids if not solid.one_way]
        self.tops = [solid.rect for solid in solids if solid.one_way]
        self._solids = [*self.blocks, *self.tops]
        self._near = Cells(self._solids)
        half = build.width / 2
        pieces = []
        still = [solid for solid in solids if solid.kind != "lift"]
        flat = [solid.rect for solid in still]
        tops = [(*top, False) for top in _merged(still)]
        tops += [(*top, True) for solid in solids if solid.kind == "lift" for top in _merged([solid])]
        for left, right, y, one_way, on_lift in tops:
            around = self.obstacles(Rect(left - half, y - COVER, right + half, y + build.height + COVER))
            spans = _taken(y, around, build.height)
            if on_lift:
                # A lift that stops level with a top is that top. `_free` takes half a body more on each side.
                more = half + SKIN
                spans += [(t.left + more, t.right - more) for t in flat if abs(t.top - y) <= LEVEL]
            pieces += [(*piece, on_lift) for piece in _free((left, right), y, one_way, spans, half, width)]
        pieces.sort()
        self.stretches = [Stretch(number, *piece) for number, piece in enumerate(pieces)]
        self._edges = sorted({x for piece in pieces for x in piece[:2]})
        self._columns: list[list[Stretch]] = [[] for _ in itertools.pairwise(self._edges)]
        for stretch in sorted(self.stretches, key=lambda stretch: -stretch.y):
            first, last = (bisect_left(self._edges, x) for x in (stretch.left, stretch.right))
            for column in self._columns[first:last]:
                column.append(stretch)

    def obstacles(self, part: Rect) -> Obstacles:
        """The solids in a part of the world."""
        found = Obstacles([], [])
        for number in self._near.near(part):
            rect = self._solids[number]
            if (
                rect.left <= part.right
                and part.left <= rect.right
                and rect.bottom <= part.top
                and part.bottom <= rect.top
            ):
                (found.blocks if number < len(self.blocks) else found.tops).append(rect)
        return found

    def on(self, x: float, y: float, near: float, within: float, *, on_lift: bool) -> Stretch | None:
        """The stretch on which a foot at the point stands: up to `within` away in height and `near` beyond
        its ends. A lift's stretch counts only `on_lift`.
        """
        found = self.under(x, y + within)
        if found is not None and abs(found.y - y) < within and found.on_lift <= on_lift:
            return found
        beside = [
            stretch
            for stretch in self.stretches
            if abs(stretch.y - y) < within
            and stretch.left - near <= x <= stretch.right + near
            and stretch.on_lift <= on_lift
        ]
        return min(beside, key=lambda stretch: abs(stretch.clamped(x) - x), default=None)

    def under(self, x: float, y: float, near: float = 0.0) -> Stretch | None:
        """The highest stretch at or below the point; if there is none at x, one whose end is `near`."""
        if self._columns:
            place = min(max(bisect_right(self._edges, x) - 1, 0), len(self._columns) - 1)
            for stretch in self._columns[place]:
                if stretch.y <= y and stretch.left <= x <= stretch.right:
                    return stretch
        best = None
        if near > 0:
            for stretch in self.stretches:
                if stretch.y <= y and stretch.left - near <= x <= stretch.right + near:
                    best = stretch if best is None or stretch.y > best.y else best
        return best


def _merged(solids: Sequence[Solid]) -> list[tuple[float, float, float, bool]]:
    """The tops of solids; those that meet at the same height are one.

    A top is one-way only if all its parts are.
    """
    rows = sorted((solid.rect.top, solid.rect.left, solid.rect.right, solid.one_way) for solid in solids)
    found: list[tuple[float, float, float, bool]] = []
    for top, left, right, one_way in sorted(rows, key=lambda row: (round(row[0] / LEVEL), row[1])):
        if found and abs(found[-1][2] - top) < LEVEL and left <= found[-1][1] + GAP:
            last = found[-1]
            found[-1] = (last[0], max(last[1], right), last[2], last[3] and one_way)
        else:
            found.append((left, right, top, one_way))
    return found


def _taken(y: float, around: Obstacles, height: float) -> list[tuple[float, float]]:
    """The ranges of x in which a block, or a top just above, leaves no room on a top at height `y`."""
    taken = [
        (block.left, block.right)
        for block in around.blocks
        if block.bottom < y + height + HEADROOM and block.top > y + LEVEL
    ]
    return taken + [(top.left, top.right) for top in around.tops if LEVEL < top.top - y <= COVER]


def _free(
    ends: tuple[float, float],
    y: float,
    one_way: bool,
    taken: Sequence[tuple[float, float]],
    half: float,
    width: float,
) -> list[tuple[float, float, float, bool, bool, bool]]:
    """The parts of a top where a body has room; ends at a block or at the world's edge are not open."""
    left, right = ends
    half += SKIN
    spans = [(start - half, end + half) for start, end in taken]
    spans += [(-1e9, half), (width - half, 1e9)]
    parts = []
    at, open_left = left, True
    for start, end in sorted(spans):
        if end <= at or start >= right:
            continue
        if start > at:
            parts.append((at, start, y, open_left, False, one_way))
        at, open_left = max(at, end), False
    if at < right:
        parts.append((at, right, y, open_left, True, one_way))
    return [part for part in parts if part[1] - part[0] > 0.02 or (part[3] and part[4])]
