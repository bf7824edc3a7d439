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

from clew_world.elements import Build, Rect, Solid
from clew_world.routes.wedges import HEADROOM, LEVEL, SKIN, Line, Wedge, free
from clew_world.slopes import Slope

GAP = 0.05
"""Metres: a gap that every character can walk over."""
_CELL = 4.0
"""Metres: the side of a cell in which solids are looked up."""
_MOST_CELLS = 512
"""Beyond this many cells, they are not examined one by one."""
COVER = 0.12
"""Metres: a top no further than this above another one supports the character that stands there."""
REACH_DOWN = 0.35
"""Metres: how far below a top a touch still counts as on it."""


Piece = tuple[float, float, float, bool, bool, bool, int, float, float]
"""A stretch without its number."""


class Stretch(NamedTuple):
    """A place to walk: from `left` to `right`, at height `y`. An open end is an edge to fall from.

    On a slope it rises by `grade` on a metre, and is `gap` above the ground: a body that stays upright stands
    on a side of its foot. On a lift, `stop` is the number of its stop, from 1.
    """

    number: int
    left: float
    right: float
    y: float
    open_left: bool
    open_right: bool
    one_way: bool
    stop: int = 0
    grade: float = 0.0
    gap: float = 0.0

    @property
    def on_lift(self) -> bool:
        """Whether it is the top of a lift that waits."""
        return self.stop > 0

    def clamped(self, x: float) -> float:
        """The point of the stretch nearest to `x`."""
        return min(max(x, self.left), self.right)

    def at(self, x: float) -> float:
        """The height of a foot whose middle is there."""
        return self.y + (x - self.left) * self.grade if self.grade else self.y

    @property
    def low(self) -> float:
        """The height of its lower end."""
        return min(self.y, self.at(self.right))

    @property
    def high(self) -> float:
        """The height of its upper end."""
        return max(self.y, self.at(self.right))


class Obstacles(NamedTuple):
    """Solids in a part of a world: blocks, the tops of one-way platforms, and slopes."""

    blocks: list[Rect]
    tops: list[Rect]
    wedges: list[Wedge]

    def fill(self, body: Rect) -> bool:
        """Whether a body, upright in the box, is in something."""
        x = (body.left + body.right) / 2
        return any(map(body.overlaps, self.blocks)) or any(
            wedge.hits(x, body.bottom, body.top) for wedge in self.wedges
        )


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

    def __init__(
        self, solids: Sequence[Solid], width: float, build: Build, slopes: Sequence[Slope] = ()
    ) -> None:
        self.blocks = [solid.rect for solid in solids if not solid.one_way]
        self.tops = [solid.rect for solid in solids if solid.one_way]
        self._solids = [*self.blocks, *self.tops]
        self._near = Cells(self._solids)
        self._wedges = [Wedge(slope, build) for slope in slopes]
        self._wedges_near = Cells(wedge.rect for wedge in self._wedges)
        half = build.width / 2
        pieces: list[Piece] = []
        still = [solid for solid in solids if solid.kind != "lift"]
        lifts = [solid for solid in solids if solid.kind == "lift"]
        flat = [solid.rect for solid in still]
        tops = [(*top, 0) for top in _merged([*still, *_crests(self._wedges)])]
        tops += [(*top, stop) for stop, solid in enumerate(lifts, 1) for top in _merged([solid])]
        for left, right, y, one_way, stop in tops:
            around = self.obstacles(Rect(left - half, y - COVER, right + half, y + build.height + COVER))
            spans = _taken(y, around, build.height)
            more = half + SKIN  # `_free` takes half a body more on each side.
            line = Line(left, right, y, 0.0)
            for wedge in around.wedges:
                spans += [(a + more, b - more) for a, b in wedge.taken(line, line, build.height)]
            if stop:
                # A lift that stops level with a top is that top.
                spans += [(t.left + more, t.right - more) for t in flat if abs(t.top - y) <= LEVEL]
            pieces += [
                (*piece, stop, 0.0, 0.0) for piece in _free((left, right), y, one_way, spans, half, width)
            ]
        pieces += [piece for wedge in self._wedges for piece in self._slanting(wedge, build, width)]
        pieces.sort()
        self.stretches, self.joints = joined([Stretch(number, *piece) for number, piece in enumerate(pieces)])
        """`joints`: pairs of stretches that meet, one of them a slope: from one to the other one walks."""
        self.floors = floors_of(len(pieces), self.joints)
        """For each stretch, the number of the first one to which one can walk from it."""
        self._edges = sorted({x for piece in pieces for x in piece[:2]})
        self._columns: list[list[Stretch]] = [[] for _ in itertools.pairwise(self._edges)]
        for stretch in sorted(self.stretches, key=lambda stretch: -stretch.y):
            first, last = (bisect_left(self._edges, x) for x in (stretch.left, stretch.right))
            for column in self._columns[first:last]:
                column.append(stretch)
        if slopes:
            for column, (a, b) in zip(self._columns, itertools.pairwise(self._edges), strict=True):
                column.sort(key=lambda stretch: -stretch.at((a + b) / 2))

    def _slanting(self, wedge: Wedge, build: Build, width: float) -> list[Piece]:
        """The parts of a slope where a body has room."""
        line, half = wedge.line, build.width / 2
        high = max(line.y, line.at(line.right)) + build.height
        around = self.obstacles(Rect(line.left - half, wedge.slope.base, line.right + half, high))
        spans = [(-1e9, half + SKIN), (width - half - SKIN, 1e9)]
        found = [wedge.blocked_by(block, build) for block in around.blocks]
        found += [wedge.covered_by(top, build, COVER) for top in around.tops]
        spans += [span for span in found if span is not None]
        for other in around.wedges:
            if other is not wedge:
                spans += other.taken(line, wedge.ground, build.height)
        return [
            (left, right, line.at(left), starts, ends, False, 0, line.grade, wedge.gap)
            for left, right, starts, ends in free(line, spans)
        ]

    def is_one_floor(self, a: int | None, b: int | None) -> bool:
        """Whether one walks from one stretch to the other: they are one, or joined by slopes."""
        if a == b or a is None or b is None or not self.joints:
            return a == b
        # A leg may have been planned in a network that is gone, and had more stretches.
        return max(a, b) < len(self.floors) and self.floors[a] == self.floors[b]

    def span(self, stretch: Stretch) -> tuple[float, float, float]:
        """The left end, the right end and the greatest height of the floor of a stretch."""
        if not self.joints:
            return stretch.left, stretch.right, stretch.high
        floor = self.floors[stretch.number]
        parts = [one for one in self.stretches if self.floors[one.number] == floor]
        return min(p.left for p in parts), max(p.right for p in parts), max(p.high for p in parts)

    def bends(self, number: int, start: float, end: float) -> list[tuple[float, float]]:
        """The corners of the ground between two places, on the floor of a stretch."""
        floor, found = self.floors[number], set()
        if all(floor != self.floors[a] for a, _ in self.joints):
            return []
        for stretch in self.stretches:
            if stretch.grade and self.floors[stretch.number] == floor:
                aside = stretch.gap / stretch.grade
                found |= {(x + aside, stretch.at(x)) for x in (stretch.left, stretch.right)}
        low, high = sorted((start, end))
        return sorted((point for point in found if low < point[0] < high), reverse=end < start)

    def obstacles(self, part: Rect) -> Obstacles:
        """The solids in a part of the world."""
        wedges = [self._wedges[number] for number in self._wedges_near.near(part)]
        found = Obstacles([], [], [wedge for wedge in wedges if _meet(wedge.rect, part)])
        part_left, part_bottom, part_right, part_top = part
        for number in self._near.near(part):
            rect = self._solids[number]
            left, bottom, right, top = rect
            # As in `_meet`; this is asked too often to call it.
            if left <= part_right and part_left <= right and bottom <= part_top and part_bottom <= top:
                (found.blocks if number < len(self.blocks) else found.tops).append(rect)
        return found

    def on(self, x: float, y: float, near: float, within: float, stop: int = 0) -> Stretch | None:
        """The stretch on which a foot at the point stands: up to `within` away in height and `near` beyond
        its ends. Of the tops of lifts, only the one at that `stop` counts.
        """
        found = self.under(x, y + within)
        if found is not None and abs(found.at(x) - y) < within and found.stop in (0, stop):
            return found
        beside = [
            stretch
            for stretch in self.stretches
            if abs(stretch.at(stretch.clamped(x)) - y) < within
            and stretch.left - near <= x <= stretch.right + near
            and stretch.stop in (0, stop)
        ]
        return min(beside, key=lambda stretch: abs(stretch.clamped(x) - x), default=None)

    def under(self, x: float, y: float, near: float = 0.0) -> Stretch | None:
        """The highest stretch at or below the point; if there is none at x, one whose end is `near`."""
        best = None
        # Where one stretch ends, two columns meet, and it is only in one of them.
        first, last = bisect_left(self._edges, x), bisect_right(self._edges, x)
        for column in self._columns[max(first - 1, 0) : last]:
            for stretch in column:
                if stretch.left <= x <= stretch.right and stretch.at(x) - stretch.gap <= y:
                    if best is None or stretch.at(x) >= best.at(x):
                        best = stretch
                    break
        if best is None and near > 0:
            for stretch in self.stretches:
                if stretch.left - near <= x <= stretch.right + near:
                    high = stretch.at(stretch.clamped(x))
                    if high - stretch.gap <= y and (best is None or high > best.at(best.clamped(x))):
                        best = stretch
        return best


def _meet(a: Rect, b: Rect) -> bool:
    return a.left <= b.right and b.left <= a.right and a.bottom <= b.top and b.bottom <= a.top


def _crests(wedges: Sequence[Wedge]) -> list[Solid]:
    """The upper ends of slopes, where a foot is level before it is on what follows."""
    return [
        Solid(wedge.slope.number, "slope", wedge.slope.name, crest)
        for wedge in wedges
        if (crest := wedge.crest()) is not None
    ]


def joined(stretches: list[Stretch]) -> tuple[list[Stretch], list[tuple[int, int]]]:
    """The stretches, with no edge to fall from where a slope meets another one; and the pairs that do so,
    from left to right."""
    lefts = sorted(stretches, key=lambda one: one.left) if any(one.grade for one in stretches) else []
    places, joints = [one.left for one in lefts], []
    for a in stretches if lefts else ():
        for b in lefts[bisect_left(places, a.right - GAP) : bisect_right(places, a.right + GAP)]:
            slack = LEVEL + GAP * abs(a.grade - b.grade)
            if (
                (a.grade or b.grade)
                and a is not b
                and not (a.on_lift or b.on_lift)
                and abs(a.at(a.right) - b.y) <= slack
            ):
                joints.append((a.number, b.number))
    for a, b in ((stretches[a], stretches[b]) for a, b in joints):
        stretches[a.number] = stretches[a.number]._replace(open_right=False)
        stretches[b.number] = stretches[b.number]._replace(open_left=False)
    return stretches, joints


def floors_of(count: int, joints: Sequence[tuple[int, int]]) -> list[int]:
    """For each of `count` stretches, the least number of those that joints connect it with."""
    floors = list(range(count))

    def first(number: int) -> int:
        while floors[number] != number:
            number = floors[number]
        return number

    for a, b in joints:
        low, high = sorted((first(a), first(b)))
        floors[high] = low
    return [first(number) for number in range(count)]


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
