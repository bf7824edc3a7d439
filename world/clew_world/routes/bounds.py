"""Bounds: where a body cannot get, whatever keys or touches move it. More is reachable here than in the
physics, never less, so what is out of reach here is out of reach in a game.

```text
         _..---.._             A flight begins on a top, at most as fast as a body walks and jumps. Where it
      .-'         '-.          bumps, it stays below this curve and in the free space that is connected with
    o'               '.        its start. Where it comes to a top, the next flight begins; where no flight
   =====|             |====    comes, nobody gets.
```

Free space is divided along the edges of all solids, each a little smaller than it is; a box of the
division is reached if a part of it is below the curve of a flight that comes from a box beside it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import inf, sqrt
from typing import NamedTuple

from clew_world.elements import STEP, Build, Ladder, Rect, Solid
from clew_world.lifts import Lift
from clew_world.routes.flight import speed_for
from clew_world.slopes import CORNER, Slope, sole

_SLACK = 0.05
"""Metres by which solids are smaller on each side, and what is touched is larger: bodies sink in a little."""
_STRIPS = 8
"""The steps into which a slope is divided."""
_BOUNCE, _DEFLECTED = 0.2, 0.6
"""The parts of the speed of a fall, and of a walk, with which a body rises after it hits a top or its
corner."""
_COARSE = 0.05
"""Metres by which the height of a flight grows at a time, while it is found how high all flights are."""
_BOXES = 1_000_000
_STEPS = 400_000
"""How many boxes a division has at most, and how many a search looks at."""
_DEEP = -1e4


class _Launch(NamedTuple):
    """Where flights begin: from `left` to `right` at the height `y`. A body that comes into `zone` may
    begin one; `vx` and `vy` are the highest speeds that it can have."""

    left: float
    right: float
    y: float
    zone: Rect
    vx: float
    vy: float
    carried: float
    """The highest speed of what it stands on."""


class _Curve(NamedTuple):
    """Above which flights do not get: `top` at the most, from `left` to `right` and `far` beside it;
    from there it falls, by `fall` metres on the first metre."""

    left: float
    right: float
    top: float
    far: float
    fall: float

    def over(self, left: float, right: float) -> float:
        """Its greatest height between two places."""
        beside = max(self.left - right, left - self.right, 0.0) - self.far
        return self.top if beside <= 0 else self.top - self.fall * beside * beside


class Bounds:
    """The bounds of one world for one build. `start` is where the body begins."""

    def __init__(
        self,
        solids: Sequence[Solid],
        ladders: Sequence[Ladder],
        width: float,
        gravity: float,
        build: Build,
        lifts: Sequence[Lift],
        slopes: Sequence[Slope],
        start: tuple[float, float],
    ) -> None:
        self._build, self._gravity = build, gravity
        self._half = build.width / 2
        self._jump = speed_for(build.jump, gravity) if build.jump > 0 else 0.0
        steps = [step for slope in slopes for step in _steps(slope)]
        blocks = [solid.rect for solid in solids if not solid.one_way] + [low for low, _ in steps]
        blocks += [Rect(side, -10.0, side + 1.0, 1e6) for side in (-1.0, width)]
        self._blocks = [part for block in blocks for part in self._filled(block)]
        # Keys may be pressed twice in a tick, so that a second jump begins where the first one is after it.
        self._again = self._jump * STEP if slopes else 0.0
        tops = [solid.rect for solid in solids] + [high for _, high in steps]
        (x, y), inset = start, 0.01
        body = Rect(x - self._half + inset, y + inset, x + self._half - inset, y + build.height)
        self._is_stuck = any(block.overlaps(body) for block in (s.rect for s in solids if not s.one_way))
        """Whether it begins inside a solid, which may push it out on any side."""
        self._launches = [self._floor(Rect(x, y, x, y))]
        self._launches += [self._floor(Rect(top.left, top.top, top.right, top.top)) for top in tops]
        self._launches += [self._floor(lift.track, lift) for lift in lifts]
        self._launches += [self._rung(ladder.rect) for ladder in ladders]
        self._start = start
        ys = [launch.y for launch in self._launches] + [0.0]
        fastest = sqrt(2 * gravity * (max(ys) - min(ys) + 2 * build.jump + 4.0))
        self._aside = _DEFLECTED * fastest * STEP + 2 * _SLACK
        """Metres by which the corner of a top may push a body aside before it is steered again."""

    def _filled(self, block: Rect) -> Iterator[Rect]:
        """Where the foot of a body cannot be because of a block: one with all of its height, and one
        with all of its width."""
        left, bottom, right, top = block
        slim, wide = sole(self._build), self._half
        low = bottom - self._build.height + _SLACK
        yield Rect(left - slim + _SLACK, low, right + slim - _SLACK, top - _SLACK)
        yield Rect(left - wide + _SLACK, low, right + wide - _SLACK, top - CORNER - _SLACK)

    def _floor(self, track: Rect, lift: Lift | None = None) -> _Launch:
        """The launch from a top, or from a lift anywhere on its track."""
        aside = self._half + _SLACK
        deep = CORNER + 2 * _SLACK
        left, right = track.left - aside, track.right + aside
        zone = Rect(left, track.bottom - deep, right, track.top + 2 * _SLACK)
        pace = 0.0
        if lift is not None:
            (ax, ay), (bx, by) = lift.ends
            pace = 1.6 * (abs(ax - bx) + abs(ay - by)) / (lift.ride * STEP)
        return _Launch(left, right, track.top + _SLACK, zone, self._build.speed + pace, self._jump, pace)

    def _rung(self, rect: Rect) -> _Launch:
        """The launch from a ladder."""
        left, right, top = rect.left - _SLACK, rect.right + _SLACK, rect.top + 2 * _SLACK
        zone = Rect(left, rect.bottom - self._build.height - 2 * _SLACK, right, top)
        return _Launch(left, right, top, zone, self._build.speed, max(self._jump, self._build.speed), 0.0)

    def _curve(self, launch: _Launch, head: float) -> _Curve:
        """The curve of the flights from there, if a body comes there from at most the height `head`."""
        gravity = self._gravity
        fallen = sqrt(2 * gravity * max(head - launch.y, 0.0))
        hit = _DEFLECTED * launch.vx + _BOUNCE * (fallen + launch.carried) + launch.carried
        vx, vy = max(launch.vx, _SLACK), max(launch.vy, hit)
        top = launch.y + vy * vy / (2 * gravity) + self._again
        far = vx * vy / gravity + self._aside
        return _Curve(launch.left, launch.right, top, far, gravity / (2 * vx * vx))

    @cached_property
    def _division(self) -> tuple[list[float], list[float], set[tuple[int, int]]] | None:
        """The places and heights along which space is divided, and the boxes that are filled; None if
        there are too many."""
        xs = sorted({x for block in self._blocks for x in (block.left, block.right)})
        ys = sorted({y for block in self._blocks for y in (block.bottom, block.top)} | {_DEEP, 1e7})
        if len(xs) * len(ys) > _BOXES:
            return None
        filled = set()
        for block in self._blocks:
            if block.bottom < block.top and block.left < block.right:
                across = range(bisect_left(xs, block.left), bisect_left(xs, block.right))
                up = range(bisect_left(ys, block.bottom), bisect_left(ys, block.top))
                filled |= {(i, j) for i in across for j in up}
        return xs, ys, filled

    def reached(self, zones: Iterable[Rect]) -> list[bool] | None:
        """For each zone, whether a foot may come into it; None if that would take too long to find out,
        or is not known."""
        if self._division is None or self._is_stuck:
            return None
        xs, ys, filled = self._division
        wanted = list(zones)
        # A level may begin with its player a little inside a slope, which is no free space.
        found = [zone.holds(*self._start) for zone in wanted]
        zoned = [launch.zone for launch in self._launches] + wanted
        near: dict[tuple[int, int], list[int]] = {}

        def zones_at(i: int, j: int) -> list[int]:
            if (i, j) not in near:
                left, right, low, high = xs[i], xs[i + 1], ys[j], ys[j + 1]
                near[i, j] = [
                    number
                    for number, zone in enumerate(zoned)
                    if zone.left < right and left < zone.right and zone.bottom < high and low < zone.top
                ]
            return near[i, j]

        i, j = bisect_right(xs, self._start[0]) - 1, bisect_right(ys, self._start[1] + _SLACK) - 1
        if not 0 <= i < len(xs) - 1 or (i, j) in filled:
            return None
        heads = [-inf] * len(self._launches)
        curves: list[_Curve | None] = [None] * len(self._launches)
        seen: list[set[tuple[int, int]]] = [set() for _ in self._launches]
        waiting: list[tuple[int, int, int]] = []

        def come(number: int, i: int, j: int, head: float) -> None:
            """A flight whose highest place is `head` comes into the zone of a launch, in that box."""
            if head > heads[number] + _COARSE or curves[number] is None:
                before, heads[number] = curves[number], head + _COARSE
                curve = curves[number] = self._curve(self._launches[number], heads[number])
                if before is not None and curve != before:
                    waiting.extend((number, *box) for box in seen[number])
                    seen[number].clear()
            waiting.append((number, i, j))

        come(0, i, j, self._start[1])
        steps = 0
        while waiting:
            number, i, j = waiting.pop()
            if (i, j) in seen[number]:
                continue
            seen[number].add((i, j))
            steps += 1
            curve = curves[number]
            if steps > _STEPS or curve is None:
                return None
            for other in zones_at(i, j):
                zone = zoned[other]
                left, right = max(xs[i], zone.left), min(xs[i + 1], zone.right)
                if curve.over(left, right) <= max(zone.bottom, ys[j]):
                    continue
                if other >= len(self._launches):
                    found[other - len(self._launches)] = True
                elif other != number and ((i, j) not in seen[other] or curve.top > heads[other] + _COARSE):
                    come(other, i, j, curve.top)
            for a, b, left, right, low in (
                (i - 1, j, xs[i], xs[i], ys[j]),
                (i + 1, j, xs[i + 1], xs[i + 1], ys[j]),
                (i, j - 1, xs[i], xs[i + 1], _DEEP),
                (i, j + 1, xs[i], xs[i + 1], ys[j + 1]),
            ):
                inside = 0 <= a < len(xs) - 1 and 0 <= b < len(ys) - 1
                if (
                    inside
                    and (a, b) not in filled
                    and (a, b) not in seen[number]
                    and curve.over(left, right) > low
                ):
                    waiting.append((number, a, b))
        return found


def _steps(slope: Slope) -> Iterator[tuple[Rect, Rect]]:
    """A slope as steps: those that fit into it, and those that hold it."""
    (left, low), (right, high) = slope.ends
    for step in range(_STRIPS):
        ends = [low + (high - low) * at / _STRIPS for at in (step, step + 1)]
        near, far = (left + (right - left) * at / _STRIPS for at in (step, step + 1))
        yield Rect(near, slope.base, far, min(ends)), Rect(near, slope.base, far, max(ends))
