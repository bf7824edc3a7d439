"""Flights: jumps and drops, computed tick by tick as the physics will do, with nothing in their way.

```text
          .  -  .                 vy is what comes as high as is wanted, vx is the way divided by the ticks.
       .          .               In each tick the physics first takes gravity off the speed and then moves:
     o              \\             the same sums here give the same landing to a hair.
   ====              o
                   ======
```
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, sqrt
from math import floor as floor_of
from typing import NamedTuple

from clew.world.elements import STEP, Build, Rect
from clew.world.routes.surfaces import Obstacles

_LONGEST = 600
"""The most ticks of a flight."""
_GRAZE = 0.06
"""Metres: a foot so little below a top may still be caught by its edge."""
_ROOM = 0.03
"""Metres kept free around a body in flight."""


Point = tuple[float, float]


class Flight(NamedTuple):
    """The initial velocity, in metres per second, and the duration, in ticks."""

    vx: float
    vy: float
    ticks: int


@lru_cache(maxsize=4096)
def ticks_to(vy: float, dy: float, gravity: float) -> int | None:
    """The ticks until a body that starts with `vy` comes down to `dy` above its start; None if it
    never does."""
    y, ticks, top = 0.0, 0, 0.0
    while ticks < _LONGEST:
        vy -= gravity * STEP
        y += vy * STEP
        ticks += 1
        top = max(top, y)
        if vy <= 0 and y <= dy:
            return ticks if top >= dy else None
    return None


def speed_for(rise: float, gravity: float) -> float:
    """The upward speed with which a foot rises that high, computed in steps."""
    # Each tick begins with gravity, so that half a tick's worth of it is missing from the plain formula.
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
        for start in starts if ticks is not None else ():
            vx = (end[0] - start[0]) / ((ticks or 1) * STEP)
            flight = Flight(vx, vy, ticks or 1)
            if abs(vx) <= build.speed and is_clear(obstacles, build, gravity, start, end[1], flight):
                return start, flight
    return None


@lru_cache(maxsize=512)
def _heights(vy: float, gravity: float, ticks: int) -> tuple[list[float], int, float]:
    """How far above its start a body is at the end of each tick, the first tick in which it falls, and the
    highest that it comes.
    """
    heights, y, falls = [], 0.0, ticks
    for tick in range(ticks):
        vy -= gravity * STEP
        y += vy * STEP
        heights.append(y)
        if vy < 0:
            falls = min(falls, tick)
    return heights, falls, max(0.0, *heights)


def is_clear(
    obstacles: Obstacles, build: Build, gravity: float, start: Point, floor: float, flight: Flight
) -> bool:
    """Whether nothing is in the way, and no other top is hit on the way down, until the foot
    reaches `floor`."""
    half = build.width / 2 + _ROOM
    (x, y), last = start, flight.ticks - 1
    heights, falls, highest = _heights(flight.vy, gravity, flight.ticks)
    low, high, step = min(y, floor), y + highest, flight.vx * STEP
    for block in obstacles.blocks:
        if block.top > low + 0.02 and block.bottom < high + build.height:
            for tick in _over(block, x, half, step, flight.ticks):
                foot = y + heights[tick]
                foot = max(foot, floor) if tick == last else foot
                if foot + 0.02 < block.top and block.bottom < foot + build.height:
                    return False
    for top in obstacles.tops:
        if low <= top.top <= high + _GRAZE:
            for tick in _over(top, x, half, step, flight.ticks):
                before = y + heights[tick - 1] if tick else y
                if falls <= tick < last and y + heights[tick] <= top.top <= before + _GRAZE:
                    return False
    return True


def _over(rect: Rect, x: float, half: float, step: float, ticks: int) -> range:
    """The ticks of a flight from `x` with `step` metres each in which a body is over or under a rectangle."""
    left, right = rect.left - half - x, rect.right + half - x
    if step == 0.0:
        return range(ticks) if left < 0.0 < right else range(0)
    first, final = sorted((left / step, right / step))
    # At the end of tick 0 it has moved one step.
    return range(max(0, floor_of(first)), min(ticks, ceil(final) - 1))
