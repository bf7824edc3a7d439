r"""Lifts: planks that ride to and fro on a track, on a fixed timetable.

```text
    place        _______          ______          a ride begins and ends gently: after the part u of its time
               /        \        /                it has covered the part u u (3 - 2 u) of its track. Places
    ______/              \______/                 follow from whole ticks, so every machine computes the same
    waits   rides  waits   rides    ticks
```
"""

from __future__ import annotations

from math import ceil, hypot, sqrt

from clew.errors import BoardError
from clew_world.elements import STEP, Element, Rect
from clew_world.parts import Properties

_FASTEST = 5.0
"""Metres per second."""
_JERK = 0.5
"""The largest acceleration, as a share of gravity, so that nobody is thrown off."""


class Lift(Element):
    """A plank that carries whoever stands on it. (`x`, `y`) is the left end of its top now, in metres.

    Characters can pass it from below.
    """

    def __init__(
        self,
        number: int,
        name: str,
        ends: tuple[tuple[float, float], tuple[float, float]],
        size: tuple[float, float],
        ride: int,
        wait: int,
    ) -> None:
        super().__init__(number, "lift", name)
        self.ends = ends
        self.width, self.height = size
        self.ride = ride
        """Ticks from one end to the other."""
        self.wait = wait
        """Ticks that it waits at each end."""
        self.tick = 0
        self.x, self.y = ends[0]
        self.vx = self.vy = 0.0

    @property
    def period(self) -> int:
        """Ticks of a full round, with both rides and both waits."""
        return 2 * (self.ride + self.wait)

    @property
    def rect(self) -> Rect:
        """The box that it fills now."""
        return self.at(self.x, self.y)

    @property
    def track(self) -> Rect:
        """The box in which its top rides."""
        (ax, ay), (bx, by) = self.ends
        return Rect(min(ax, bx), min(ay, by), max(ax, bx) + self.width, max(ay, by))

    @property
    def halt(self) -> tuple[int, int] | None:
        """The end at which it waits now (0 or 1), and for how many more ticks; None while it rides."""
        phase = self.tick % self.period
        for end, begin in enumerate((0, self.wait + self.ride)):
            if begin <= phase < begin + self.wait:
                return end, begin + self.wait - phase
        return None

    def at(self, x: float, y: float) -> Rect:
        """The box that it fills when the left end of its top is at (x, y)."""
        return Rect(x, y - self.height, x + self.width, y)

    def place(self, tick: int) -> tuple[float, float]:
        """The left end of its top, (x, y) in metres, in a tick of the game."""
        half = self.wait + self.ride
        back, phase = divmod(tick % self.period, half)
        part = max(phase - self.wait, 0) / self.ride
        way = part * part * (3 - 2 * part)
        way = 1 - way if back else way
        (ax, ay), (bx, by) = self.ends
        return ax + (bx - ax) * way, ay + (by - ay) * way

    def follow(self) -> None:
        """Moves on by one tick."""
        self.tick += 1
        x, y = self.place(self.tick)
        self.vx, self.vy = (x - self.x) / STEP, (y - self.y) / STEP
        self.x, self.y = x, y


def lift(number: int, name: str, given: Properties, world: Rect, gravity: float) -> Lift:
    """The lift with those properties. Raises `BoardError`."""
    place, to = given.place(), given.value("to")
    width, height = given.number("width"), given.number("height")
    seconds, wait = given.number("seconds"), given.number("wait")
    if place[0] + width > world.right or to[0] + width > world.right:
        raise BoardError(f'"{name}" rides beyond the side of the world', key="to")
    far = hypot(to[0] - place[0], to[1] - place[1])
    if far < 0.1:
        raise BoardError(f'"{name}" rides nowhere; `to` must differ from x and y', key="to")
    least = max(1.5 * far / _FASTEST, sqrt(6 * far / (_JERK * gravity)))
    if seconds < least:
        raise BoardError(
            f"a ride of {far:.1f} m in {seconds:g} s throws characters off; "
            f"it takes at least {ceil(least * 10) / 10:g} s",
            key="seconds",
        )
    return Lift(number, name, (place, to), (width, height), round(seconds / STEP), round(wait / STEP))
