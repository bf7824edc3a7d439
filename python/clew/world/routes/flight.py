"""Flights: jumps and drops, computed tick by tick as the physics will move the body, with nothing in their
way.

```text
          .  -  .                 vy reaches the wanted height; vx is the distance divided by the ticks.
       .          .               In each tick the physics first subtracts gravity, then moves the body:
     o              \\             the same sums here give the same landing very precisely.
   ====              o
                   ======
```
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from math import ceil, sqrt
from math import floor as floor_of
from operator import neg, sub
from typing import NamedTuple

from clew.world.elements import STEP, Build
from clew.world.routes.surfaces import Obstacles
from clew.world.routes.wedges import Wedge

_LONGEST = 600
"""The most ticks of a flight."""
_SHORT = 128
"""The ticks of an arc that is computed for many flights."""
_GRAZE = 0.06
"""Metres: a foot no further than this below a top may still be caught by its edge."""
_ROOM = 0.03
"""Metres kept free around a body in flight."""
_ABOVE = 0.01
"""Metres: a foot that is less deep in a slope is on it."""


Point = tuple[float, float]


class Flight(NamedTuple):
    """The initial velocity, in metres per second, and the duration, in ticks."""

    vx: float
    vy: float
    ticks: int

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.ticks * STEP


class _Arc(NamedTuple):
    """The height of a body above its start at the end of each tick; the tick of its highest point, and the
    first in which it falls.
    """

    heights: list[float]
    turns: int
    falls: int

    @property
    def highest(self) -> float:
        return max(0.0, self.heights[self.turns - 1]) if self.turns else 0.0


@lru_cache(maxsize=4096)
def _arc(vy: float, gravity: float, ticks: int) -> _Arc:
    """The first ticks of a flight, at least as many as are given."""
    speeds = list(accumulate(repeat(gravity * STEP, ticks), sub, initial=vy))[1:]
    heights = list(accumulate(speed * STEP for speed in speeds))
    return _Arc(heights, bisect_left(speeds, 0.0, key=neg), bisect_right(speeds, 0.0, key=neg))


@lru_cache(maxsize=4096)
def ticks_to(vy: float, dy: float, gravity: float) -> int | None:
    """The ticks until a body that starts with `vy` comes down to `dy` above its start; None if it
    never does."""
    # Level flights are the usual ones, and their arcs are needed again and again.
    ticks = _SHORT if dy <= 0 else ceil(2 * vy / (gravity * STEP)) + 2
    while True:
        arc = _arc(vy, gravity, min(ticks, _LONGEST))
        last = bisect_left(arc.heights, -dy, arc.turns, key=neg)
        if last < len(arc.heights):
            return last + 1 if arc.highest >= dy else None
        if ticks >= _LONGEST:
            return None
        ticks *= 2


def speed_for(rise: float, gravity: float) -> float:
    """The upward speed with which a foot rises that high, computed in steps."""
    # Each tick begins with gravity, so the plain formula is off by half a tick's worth of it.
    return sqrt(2 * gravity * rise) + gravity * STEP / 2


def jump(
    obstacles: Obstacles, build: Build, gravity: float, starts: Sequence[Point], end: Point
) -> tuple[Point, Flight] | None:
    """The lowest jump to `end` from one of the starts, which are at one height; None if the build cannot, or
    if something is in the way.
    """
    dy = end[1] - starts[0][1]
    least = max(dy, 0.0) + 0.15
    for rise in (least, (least + build.jump) / 2, build.jump):
        if not 0.1 <= rise <= build.jump + 1e-9 or rise < least - 1e-9:
            continue
        vy = speed_for(rise, gravity)
        ticks = ticks_to(vy, dy, gravity)
        if ticks is None:
            continue
        seconds = ticks * STEP
        able = [start for start in starts if abs((end[0] - start[0]) / seconds) <= build.speed]
        if not able:
            continue
        xs = [end[0], *(x for x, _ in able)]
        room = _Room(
            obstacles, build, _arc_of(vy, gravity, ticks), (min(xs), max(xs)), able[0][1], end[1], ticks
        )
        for start in able:
            vx = (end[0] - start[0]) / seconds
            if room.lets(start[0], vx):
                return start, Flight(vx, vy, ticks)
    return None


def is_clear(
    obstacles: Obstacles, build: Build, gravity: float, start: Point, floor: float, flight: Flight
) -> bool:
    """Whether nothing is in the way, and the body hits no other top on the way down, until its foot reaches
    `floor`.
    """
    ends = sorted((start[0], start[0] + flight.vx * flight.ticks * STEP))
    arc = _arc_of(flight.vy, gravity, flight.ticks)
    room = _Room(obstacles, build, arc, (ends[0], ends[1]), start[1], floor, flight.ticks)
    return room.lets(start[0], flight.vx)


def _arc_of(vy: float, gravity: float, ticks: int) -> _Arc:
    """The arc of a flight, of which there may be more than it needs."""
    return _arc(vy, gravity, max(_SHORT, 1 << ticks.bit_length()))


class _Room:
    """What is in the way of flights with one arc from the height `y` to a `floor`, between two `ends`.

    An obstacle that stops one flight is tried first for the next, since it mostly stops that too.
    """

    def __init__(
        self,
        obstacles: Obstacles,
        build: Build,
        arc: _Arc,
        ends: tuple[float, float],
        y: float,
        floor: float,
        ticks: int,
    ) -> None:
        half, self._tall = build.width / 2 + _ROOM, build.height
        left, right = ends[0] - half - _ROOM, ends[1] + half + _ROOM
        low, high = min(y, floor), y + arc.highest
        self._feet = [y + height for height in arc.heights[:ticks]]
        self._y, self._falls, self._ticks, self._floor = y, arc.falls, ticks, floor
        # For each obstacle, the range of x in which the middle of a body is over or under it.
        self._blocks = [
            (block.left - half, block.right + half, block.bottom, block.top)
            for block in obstacles.blocks
            if block.top > low + 0.02
            and block.bottom < high + build.height
            and block.left < right
            and left < block.right
        ]
        self._tops = [
            (top.left - half, top.right + half, top.top)
            for top in obstacles.tops
            if low <= top.top <= high + _GRAZE and top.left < right and left < top.right
        ]
        self._wedges = [
            wedge
            for wedge in obstacles.wedges
            if wedge.rect.left < right
            and left < wedge.rect.right
            and wedge.rect.top > low
            and wedge.rect.bottom < high + build.height
        ]

    def lets(self, x: float, vx: float) -> bool:
        """Whether a flight from `x` with that speed passes."""
        step = vx * STEP
        for number, block in enumerate(self._blocks):
            if self._hits(block, _over(block[0] - x, block[1] - x, step, self._ticks)):
                self._blocks.insert(0, self._blocks.pop(number))
                return False
        for number, top in enumerate(self._tops):
            if self._lands_on(top[2], _over(top[0] - x, top[1] - x, step, self._ticks)):
                self._tops.insert(0, self._tops.pop(number))
                return False
        return not any(self._meets(wedge, x, step) for wedge in self._wedges)

    def _meets(self, wedge: Wedge, x: float, step: float) -> bool:
        """Whether a flight comes into a slope before it ends."""
        over, feet = _over(wedge.rect.left - x, wedge.rect.right - x, step, self._ticks), self._feet
        # A flight is lowest at one of its ends: mostly it is above the slope all the time.
        if not over or min(feet[over.start], feet[over.stop - 1]) > wedge.rect.top:
            return False
        for tick in over:
            foot = self._feet[tick]
            if tick == self._ticks - 1:
                foot = max(foot, self._floor)
            if wedge.hits(x + step * (tick + 1), foot + _ABOVE, foot + self._tall):
                return True
        return False

    def _hits(self, block: tuple[float, float, float, float], over: range) -> bool:
        if not over:
            return False
        feet, tall, last = self._feet, self._tall, self._ticks - 1
        bottom, top = block[2:]
        # A flight is lowest at one end of this range, and mostly above the block all the time.
        if feet[over.start] + 0.02 >= top and feet[over.stop - 1] + 0.02 >= top:
            return False
        for tick in over:
            foot = feet[tick]
            if tick == last and foot < self._floor:
                foot = self._floor
            if foot + 0.02 < top and bottom < foot + tall:
                return True
        return False

    def _lands_on(self, top: float, over: range) -> bool:
        for tick in range(max(over.start, self._falls), min(over.stop, self._ticks - 1)):
            if self._feet[tick] <= top:
                # In later ticks it is lower still.
                return top <= (self._feet[tick - 1] if tick else self._y) + _GRAZE
        return False


def _over(left: float, right: float, step: float, ticks: int) -> range:
    """The ticks of a flight, `step` metres each, in which it is between two places relative to its start."""
    if step == 0.0:
        return range(ticks) if left < 0.0 < right else range(0)
    first, final = (left / step, right / step) if step > 0 else (right / step, left / step)
    # At the end of tick 0 it has moved one step.
    return range(max(0, floor_of(first)), min(ticks, ceil(final) - 1))
