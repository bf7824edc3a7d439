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

from clew_world.elements import STEP, Build
from clew_world.routes.surfaces import Obstacles
from clew_world.routes.wedges import Wedge

_LONGEST = 600
"""The most ticks of a flight."""
_SHORT = 128
"""The ticks of an arc that is computed for many flights."""
_GRAZE = 0.06
"""Metres: a foot no further than this below a top may still be caught by its edge."""
_ROOM = 0.03
"""Metres kept free around a body in flight."""
SPARE = 0.15
"""Metres that a jump rises above where it ends, if the build can; the highest jumps have less."""
_LEAST_SPARE = 0.03
_ROUNDED = 1e-9
"""Metres: heights closer than this are compared again, by the sums that the physics does."""
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
    """The height of a body above its start at the end of each tick, and `depths`, the same with the other
    sign; the tick of its highest point, and the first in which it falls.

    Heights grow until the highest point, depths after it, so both can be searched by bisection.
    """

    heights: list[float]
    depths: list[float]
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
    turns, falls = bisect_left(speeds, 0.0, key=neg), bisect_right(speeds, 0.0, key=neg)
    return _Arc(heights, [-height for height in heights], turns, falls)


@lru_cache(maxsize=4096)
def ticks_to(vy: float, dy: float, gravity: float) -> int | None:
    """The ticks until a body that starts with `vy` comes down to `dy` above its start; None if it
    never does."""
    # Level flights are the usual ones, and their arcs are needed again and again.
    ticks = _SHORT if dy <= 0 else ceil(2 * vy / (gravity * STEP)) + 2
    while True:
        arc = _arc(vy, gravity, min(ticks, _LONGEST))
        last = bisect_left(arc.depths, -dy, arc.turns)
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
    least = max(dy, 0.0) + SPARE
    if least > build.jump >= max(dy, 0.0) + _LEAST_SPARE:
        least = build.jump
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
        self._arc, self._peak = arc, max(arc.turns - 1, 0)
        self._y, self._ticks, self._floor = y, ticks, floor
        # For each obstacle, the range of x in which the middle of a body is over or under it.
        up = high + build.height
        self._blocks = [
            (block_left - half, block_right + half, bottom, top)
            for block_left, bottom, block_right, top in obstacles.blocks
            if top > low + 0.02 and bottom < up and block_left < right and left < block_right
        ]
        self._tops = [
            (top_left - half, top_right + half, top)
            for top_left, _, top_right, top in obstacles.tops
            if low <= top <= high + _GRAZE and top_left < right and left < top_right
        ]
        self._wedges = [
            wedge
            for wedge in obstacles.wedges
            if wedge.rect.left < right
            and left < wedge.rect.right
            and wedge.rect.top > low
            and wedge.rect.bottom < up
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

    def _foot(self, tick: int) -> float:
        """The height of the foot at the end of a tick; in the last one it stops on the floor."""
        foot = self._y + self._arc.heights[tick]
        return foot if tick < self._ticks - 1 or foot > self._floor else self._floor

    def _meets(self, wedge: Wedge, x: float, step: float) -> bool:
        """Whether a flight comes into a slope before it ends."""
        over = _over(wedge.rect.left - x, wedge.rect.right - x, step, self._ticks)
        if not over:
            return False
        # Between these ticks it is above the slope.
        peak, top = self._peak_in(over), wedge.rect.top - self._y + _ROUNDED
        risen = bisect_left(self._arc.heights, top, over.start, peak)
        fallen = bisect_left(self._arc.depths, -top, max(peak, risen), over.stop - 1)
        return any(
            wedge.hits(x + step * (tick + 1), foot + _ABOVE, foot + self._tall)
            for ticks in (range(over.start, risen), range(fallen, over.stop))
            for tick in ticks
            for foot in [self._foot(tick)]
        )

    def _peak_in(self, over: range) -> int:
        """The tick in which it is highest, of those."""
        # Comparisons instead of `min` and `max`, here and below: so many flights are tried that calls count.
        last = over.stop - 1
        if self._peak <= over.start:
            return over.start
        return self._peak if self._peak < last else last

    def _hits(self, block: tuple[float, float, float, float], over: range) -> bool:
        """Whether a flight comes into a block: its foot is between two heights in one of the ticks."""
        if not over:
            return False
        bottom, top = block[2:]
        y, tall, heights, peak = self._y, self._tall, self._arc.heights, self._peak_in(over)
        low, last = bottom - tall - y - _ROUNDED, over.stop - 1
        # Rising, it is lowest in the first tick that is not too low: if it is too high then, it is in all
        # others.
        for tick in range(bisect_left(heights, low, over.start, peak), peak):
            foot = y + heights[tick]
            if bottom < foot + tall:
                if foot + 0.02 < top:
                    return True
                break
        # Falling, it is lowest in the last such tick.
        foot = self._foot(last)
        if bottom < foot + tall:
            return foot + 0.02 < top
        for tick in range(bisect_left(self._arc.depths, -low, peak, last) - 1, peak - 1, -1):
            foot = y + heights[tick]
            if bottom < foot + tall:
                return foot + 0.02 < top
        return False

    def _lands_on(self, top: float, over: range) -> bool:
        first, end, falls = over.start, over.stop, self._arc.falls
        if first < falls:
            first = falls
        if end >= self._ticks:
            end = self._ticks - 1
        if first >= end:
            return False
        y, heights = self._y, self._arc.heights
        tick = bisect_left(self._arc.depths, y - top, first, end)
        while tick > first and y + heights[tick - 1] <= top:
            tick -= 1
        while tick < end and y + heights[tick] > top:
            tick += 1
        # In later ticks it is lower still.
        return tick < end and top <= (y + heights[tick - 1] if tick else y) + _GRAZE


def _over(left: float, right: float, step: float, ticks: int) -> range:
    """The ticks of a flight, `step` metres each, in which it is between two places relative to its start."""
    if step == 0.0:
        return range(ticks) if left < 0.0 < right else range(0)
    if step < 0.0:
        left, right = right, left
    first, end = floor_of(left / step), ceil(right / step) - 1  # at the end of tick 0 it has moved one step
    return range(first if first > 0 else 0, end if end < ticks else ticks)
