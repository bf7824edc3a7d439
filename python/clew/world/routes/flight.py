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

from math import sqrt
from typing import NamedTuple

from clew.world.elements import STEP, Build, Rect
from clew.world.routes.surfaces import Surfaces

_LONGEST = 600
"""The most ticks of a flight."""
_GRAZE = 0.06
"""Metres: a foot so little below a top may still be caught by its edge."""
_ROOM = 0.03
"""Metres kept free around a body in flight."""


class Flight(NamedTuple):
    """The initial velocity, in metres per second, and the duration, in ticks."""

    vx: float
    vy: float
    ticks: int


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
    surfaces: Surfaces, build: Build, gravity: float, start: tuple[float, float], end: tuple[float, float]
) -> Flight | None:
    """The lowest jump from `start` that lands at `end`; None if the build cannot, or if something is in the
    way.
    """
    dy = end[1] - start[1]
    least = max(dy, 0.0) + 0.15
    for rise in (least, (least + build.jump) / 2, build.jump):
        if not 0.1 <= rise <= build.jump + 1e-9 or rise < least - 1e-9:
            continue
        vy = speed_for(rise, gravity)
        ticks = ticks_to(vy, dy, gravity)
        if ticks is None:
            continue
        vx = (end[0] - start[0]) / (ticks * STEP)
        flight = Flight(vx, vy, ticks)
        if abs(vx) <= build.speed and is_clear(surfaces, build, gravity, start, end[1], flight):
            return flight
    return None


def is_clear(
    surfaces: Surfaces, build: Build, gravity: float, start: tuple[float, float], floor: float, flight: Flight
) -> bool:
    """Whether nothing is in the way, and no other top is hit on the way down, until the foot
    reaches `floor`."""
    half = build.width / 2 + _ROOM
    (x, y), vy = start, flight.vy
    blocks = [
        block
        for block in surfaces.blocks
        if block.left - half < max(x, x + flight.vx * flight.ticks * STEP)
        and block.right + half > min(x, x + flight.vx * flight.ticks * STEP)
    ]
    for tick in range(flight.ticks):
        before = y
        vy -= gravity * STEP
        x += flight.vx * STEP
        y += vy * STEP
        last = tick == flight.ticks - 1
        body = Rect(x - half, max(y, floor if last else y) + 0.02, x + half, y + build.height)
        if any(block.overlaps(body) for block in blocks):
            return False
        if (
            vy < 0
            and not last
            and any(
                y <= top.top <= before + _GRAZE and top.left - half <= x <= top.right + half
                for top in surfaces.tops
            )
        ):
            return False
    return True
