"""Rides on lifts in a route network.

A lift is a top to stand on at each end of its track, where it waits. The legs onto it and off it are those
between any two tops; a character waits until the lift is there and stays for long enough. A ride leads from
the middle of a lift at one end to its middle at the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clew_world.elements import STEP, Build, Carrier, Rect, Solid
from clew_world.lifts import Lift
from clew_world.routes.surfaces import GAP, Stretch, Surfaces
from clew_world.routes.wedges import HEADROOM, SKIN

MARGIN = 20
"""Ticks that a leg onto or off a lift may take longer than planned."""
_MIDDLE = 0.05
"""Metres from the middle of a lift at which a rider still counts as being in the middle."""
_LEVEL = 0.02
"""Metres: a step between tops whose heights differ by less is walked."""
_SAMPLES = 0.25
"""Metres of track between two places at which is checked whether a rider fits."""


class Stop(NamedTuple):
    """A lift at one end of its track."""

    lift: Lift
    end: int

    @property
    def rect(self) -> Rect:
        """The box of the lift there."""
        return self.lift.at(*self.lift.ends[self.end])

    def is_middle(self, x: float) -> bool:
        """Whether a rider at `x` is in the middle of the lift, where the track is known to be clear."""
        rect = self.rect
        return abs(x - (rect.left + rect.right) / 2) < _MIDDLE

    def waits(self, ticks: int) -> bool:
        """Whether the lift is there now, and stays for at least that many more ticks."""
        halt = self.lift.halt
        return halt is not None and halt[0] == self.end and halt[1] >= ticks


def stops_of(lifts: Sequence[Lift]) -> list[Stop]:
    """Both stops of each lift."""
    return [Stop(lift, end) for lift in lifts for end in (0, 1)]


def solids_of(lifts: Sequence[Lift]) -> list[Solid]:
    """The tops of lifts at their stops, as solids."""
    return [
        Solid(stop.lift.number, stop.lift.kind, stop.lift.name, stop.rect, one_way=True)
        for stop in stops_of(lifts)
    ]


class Rides:
    """The lifts in a network."""

    def __init__(self, lifts: Sequence[Lift], surfaces: Surfaces) -> None:
        self._surfaces = surfaces
        self.stops: dict[int, Stop] = {}
        """The stops, by the numbers of their stretches."""
        self._stretches: dict[Stop, list[Stretch]] = {stop: [] for stop in stops_of(lifts)}
        numbered = list(self._stretches)
        for stretch in surfaces.stretches if lifts else ():
            if stretch.on_lift:
                stop = self.stops[stretch.number] = numbered[stretch.stop - 1]
                self._stretches[stop].append(stretch)

    def stop_of(self, lift: Carrier | None) -> int:
        """The number that stretches have for the stop where a lift waits now; 0 if it waits nowhere."""
        halt = lift.halt if lift is not None else None
        if halt is None:
            return 0
        waits = (stop.lift is lift and halt[0] == stop.end for stop in self._stretches)
        return next((number for number, here in enumerate(waits, 1) if here), 0)

    def lets(self, stretches: Sequence[int | None], ticks: int, speed: float) -> bool:
        """Whether a leg of that many ticks between two stretches is possible while a lift waits: each wait
        must suffice for one such leg onto it, one across it and one off it.
        """
        stops = {self.stops[number] for number in stretches if number in self.stops}
        return not stops or (
            len(stops) == 1
            and all(s.lift.wait >= 2 * (ticks + MARGIN) + ticks_of(s.lift.width, speed) for s in stops)
        )

    def waiting(self, start: int | None, end: int | None) -> int:
        """The most ticks that a character waits before it can take a leg between two stretches."""
        stop = self.stops.get(end) if end is not None and start not in self.stops else None
        return stop.lift.period if stop is not None else 0

    @property
    def longest(self) -> int:
        """The ticks of the slowest lift's full round."""
        return max((stop.lift.period for stop in self.stops.values()), default=0)

    def rides(self, build: Build) -> Iterator[tuple[Stretch, Stretch, float, float, int]]:
        """Each ride: from which stretch to which, from which x to which, and in how many ticks at most."""
        for stop, found in self._stretches.items():
            other = Stop(stop.lift, 1 - stop.end)
            x, to = (one.rect.left + one.lift.width / 2 for one in (stop, other))
            # If a top lies beside the middle, the body would stand on that as well.
            half = min(build.width, stop.lift.width) / 2 - SKIN
            starts = [a for a in found if a.left <= x - half and x + half <= a.right]
            ends = [b for b in self._stretches[other] if b.left <= to - half and to + half <= b.right]
            if starts and ends and self._is_clear(stop.lift, build):
                yield starts[0], ends[0], x, to, stop.lift.ride + stop.lift.wait

    def _is_clear(self, lift: Lift, build: Build) -> bool:
        """Whether a rider fits along the whole track."""
        (ax, ay), (bx, by) = lift.ends
        half = build.width / 2 + SKIN
        count = max(1, round(max(abs(ax - bx), abs(ay - by)) / _SAMPLES))
        for step in range(count + 1):
            x = ax + (bx - ax) * step / count + lift.width / 2
            y = ay + (by - ay) * step / count
            rider = Rect(x - half, y + SKIN, x + half, y + build.height + HEADROOM)
            if self._surfaces.obstacles(rider).fill(rider):
                return False
        return True

    def steps(self) -> Iterator[tuple[Stretch, float, Stretch, float]]:
        """Where a character can walk onto a lift at a stop: from which stretch and x to which."""
        for number in self.stops:
            stop = self._surfaces.stretches[number]
            for other in self._surfaces.stretches:
                if other.on_lift:
                    continue
                for a, b in ((other.right, stop.left), (other.left, stop.right)):
                    if abs(a - b) <= GAP and abs(other.at(a) - stop.y) <= _LEVEL:
                        yield other, a, stop, b


def ticks_of(far: float, speed: float) -> int:
    """The ticks of a walk over that many metres."""
    return round(abs(far) / speed / STEP)
