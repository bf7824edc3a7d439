"""The route network of a world: stretches, ladders, drops and jumps, and the cheapest routes in it.

Costs are whole numbers of `UNIT` metres. A flight costs what walking for the same time would, and a little
more, because it is less reliable.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import ceil, hypot, isqrt, sqrt

from clew_world.elements import STEP, Build, Ladder, Rect, Solid
from clew_world.lifts import Lift
from clew_world.routes.dijkstra import Way, settled
from clew_world.routes.flight import SPARE, Flight, is_clear, jump, speed_for, ticks_to
from clew_world.routes.ladders import exits, is_free
from clew_world.routes.rides import Rides, solids_of, ticks_of
from clew_world.routes.risk import Danger, risked
from clew_world.routes.spots import Leg, Spot, spot_on
from clew_world.routes.surfaces import REACH_DOWN, Cells, Obstacles, Stretch, Surfaces
from clew_world.routes.wedges import LEVEL, SKIN
from clew_world.slopes import Slope

UNIT = 0.05
_RISK = 10
"""The extra cost of a flight, in units."""
_INSET = 0.25
"""Metres from an edge at which a character takes off or lands."""
_RIM = 0.04
"""The same distance if nothing else works: the widest gaps need the full range of a body."""
_NARROW = 200
"""The extra cost of a drop that lands within half a body of an open end, in units."""
_AWAY = (-1.2, -0.8, -0.5, 0.0, 0.5, 0.8, 1.2)
_FAR = (-2.0, -1.6, *_AWAY, 1.6, 2.0)
"""Metres from where a jump ends at which it is tried."""
_BEYOND = 0.08
"""Metres beyond half a body where a drop begins its fall."""

_HOLES = 4.0
"""Metres between two places of a platform at which dropping through is tried."""
_LEAST_DROP = 0.3
"""Metres: a landing foot cannot distinguish tops that are closer than this."""
THROUGH = "drop through"
"""The kind of a leg that leads down through a one-way platform."""
RIDE, STEP_ON = "ride", "step"
"""The kinds of legs on a lift, and onto or off a lift that waits at the height of a top."""
_PASSAGES = ("jump", "drop", THROUGH, STEP_ON)
"""The kinds of legs between two tops: if one of these is a lift, it must wait until the leg is done.
"""
NO_ROUTE = "no walk, ladder, jump or drop leads there"
"""The proof, in words, that a search has failed."""


class Network:
    """The routes of one world for one build."""

    def __init__(
        self,
        solids: Sequence[Solid],
        ladders: Sequence[Ladder],
        width: float,
        gravity: float,
        build: Build,
        lifts: Sequence[Lift] = (),
        slopes: Sequence[Slope] = (),
    ) -> None:
        self.surfaces = Surfaces([*solids, *solids_of(lifts)], width, build, slopes)
        self.rides = Rides(lifts, self.surfaces)
        self.ladders = ladders
        self.gravity = gravity
        self._build = build
        self.spots: list[Spot] = []
        self._index: dict[Spot, int] = {}
        self._by_stretch: dict[int, list[int]] = {}
        self._by_ladder: dict[int, list[int]] = {}
        self._ways: dict[tuple[int, int], tuple[int, Flight | None, str]] = {}
        self._add_ladders()
        self._add_drops()
        self._add_drops_through()
        self._add_jumps()
        self._add_rides()
        self._add_joints()
        self._add_walks()
        self.ways_out: dict[int, list[Way]] = {}
        """The edges out of each place."""
        for (a, b), (cost, _, _) in self._ways.items():
            self.ways_out.setdefault(a, []).append((b, cost))

    def walked(self, a: Spot, b: Spot) -> int:
        """The cost between two places on one stretch or one ladder."""
        return self._cost(a, b)

    @property
    def count(self) -> int:
        """How many walks, climbs, jumps and drops the network has."""
        return len(self._ways)

    def spot(self, x: float, y: float) -> Spot | None:
        """The place meant by a touch at (x, y): on a ladder, otherwise on the stretch below."""
        ground = self.surfaces.under(x, y + REACH_DOWN, near=self._build.width)
        for number, ladder in enumerate(self.ladders):
            if ladder.rect.holds(x, y) and self._by_ladder.get(number):
                standing = ground is not None and abs(ground.at(ground.clamped(x)) - y) < REACH_DOWN
                if not standing:
                    return self._rung(number, y)
        if ground is None:
            return None
        return spot_on(ground, x)

    def spot_on_ladder(self, x: float, y: float) -> Spot | None:
        """The place of a body on a ladder at (x, y), whose foot may be a little beyond the ends."""
        held = [
            (beyond, abs(ladder.x - x), number)
            for number, ladder in enumerate(self.ladders)
            if ladder.rect.left <= x <= ladder.rect.right and self._by_ladder.get(number)
            for beyond in [max(ladder.rect.bottom - y, y - ladder.rect.top, 0.0)]
            if beyond <= self._build.height
        ]
        leads = (number for _, _, number in sorted(held) if self._exits_from(number, y))
        return next((self._rung(number, y) for number in leads), None)

    def _exits_from(self, ladder: int, y: float) -> list[int]:
        """The exits of a ladder that can be climbed to from a height."""
        numbers, x = self._by_ladder.get(ladder, []), self.ladders[ladder].x
        return [at for at in numbers if is_free(self.surfaces, self._build, x, y, self.spots[at].y)]

    def _rung(self, number: int, y: float) -> Spot:
        """The place on a ladder nearest to a height, between its lowest and highest exits."""
        exits = [self.spots[at].y for at in self._by_ladder[number]]
        return Spot(self.ladders[number].x, min(max(y, min(exits)), max(exits)), None, number)

    def route(self, start: Spot, goal: Spot, dangers: Sequence[Danger] = ()) -> list[Leg] | None:
        """The cheapest route, as legs; None if it is proved that there is none.

        A route near a danger costs more, so routes avoid dangers where they can.
        """
        found = self._cheapest(start, goal, dangers)
        return None if found is None else self._legs(found[1], [*self.spots, start, goal])

    def cost(self, start: Spot, goal: Spot) -> int | None:
        """The cost of the cheapest route, in units; None if there is none."""
        found = self._cheapest(start, goal)
        return None if found is None else found[0]

    def _cheapest(
        self, start: Spot, goal: Spot, dangers: Sequence[Danger] = ()
    ) -> tuple[int, list[int]] | None:
        """The cost of the cheapest route, and its places; the start and goal are numbered after `spots`."""
        spots = [*self.spots, start, goal]
        first, last = len(self.spots), len(self.spots) + 1
        begins = [(there, self._cost(start, here)) for here, there in self.joins(start)]
        if start.stretch == goal.stretch and start.ladder == goal.ladder:
            begins.append((last, self._cost(start, goal)))
        ends = {there: (last, self._cost(here, goal)) for here, there in self.joins(goal)}

        def feared(place: int, ways: list[Way]) -> list[Way]:
            if not dangers:
                return ways
            return [(there, cost + risked(spots[place], spots[there], dangers)) for there, cost in ways]

        def ways(place: int, cost: int) -> list[Way]:
            out = self.ways_out.get(place, [])
            return feared(place, [*out, ends[place]] if place in ends else out)

        before: dict[int, int] = {}
        for cost, place, came in settled(first, feared(first, begins), ways):
            before[place] = came
            if place == last:
                path = [last]
                while before[path[-1]] != first:
                    path.append(before[path[-1]])
                return cost, path[::-1]
        return None

    def joins(self, spot: Spot) -> list[tuple[Spot, int]]:
        """The spots of the network that can be reached from here by walking or climbing alone."""
        if spot.stretch is not None:
            numbers = self._by_stretch.get(spot.stretch, [])
        else:
            numbers = self._exits_from(spot.ladder, spot.y) if spot.ladder is not None else []
        return [(self.spots[number], number) for number in numbers]

    def _legs(self, path: list[int], spots: list[Spot]) -> list[Leg]:
        legs: list[Leg] = []
        here = len(self.spots)
        for there in path:
            _, flight, kind = self._ways.get((here, there), (0, None, ""))
            spot = spots[there]
            kind = kind or (
                "walk" if spots[here].stretch is not None and spot.stretch is not None else "climb"
            )
            if legs and legs[-1].kind == kind and kind in ("walk", "climb"):
                legs.pop()
            legs.append(Leg(kind, spot.x, spot.y, flight, spot.stretch))
            here = there
        return legs

    def _number(self, spot: Spot) -> int:
        if spot not in self._index:
            number = self._index[spot] = len(self.spots)
            self.spots.append(spot)
            if spot.stretch is not None:
                self._by_stretch.setdefault(spot.stretch, []).append(number)
            if spot.ladder is not None:
                self._by_ladder.setdefault(spot.ladder, []).append(number)
        return self._index[spot]

    def _cost(self, a: Spot, b: Spot, ticks: int = 0, risk: int = _RISK) -> int:
        ax, ay, bx, by = (round(value / UNIT) for value in (a.x, a.y, b.x, b.y))
        line = isqrt((ax - bx) ** 2 + (ay - by) ** 2)
        slopes = a.stretch is not None and a.stretch == b.stretch
        far = hypot(a.x - b.x, a.y - b.y) if slopes else abs(a.x - b.x) + abs(a.y - b.y)
        walked = ceil(max(far, ticks * STEP * self._build.speed) / UNIT)
        return max(line, walked, 1) + (risk if ticks else 0)

    def _way(self, a: Spot, b: Spot, kind: str, flight: Flight | None = None, *, risk: int = _RISK) -> None:
        far = 0.0 if kind == "jump" else a.x - b.x
        ticks = ticks_of(far, self._build.speed) + (flight.ticks if flight else 0)
        if kind in _PASSAGES and not self.rides.lets((a.stretch, b.stretch), ticks, self._build.speed):
            return
        key = (self._number(a), self._number(b))
        cost = self._cost(a, b, flight.ticks if flight else 0, risk)
        cost += ceil(self.rides.waiting(a.stretch, b.stretch) * STEP * self._build.speed / UNIT)
        if key not in self._ways or cost < self._ways[key][0]:
            self._ways[key] = (cost, flight, kind)

    def _add_walks(self) -> None:
        for numbers in self._by_stretch.values():
            row = sorted(numbers, key=lambda number: self.spots[number].x)
            for a, b in itertools.pairwise(row):
                self._way(self.spots[a], self.spots[b], "walk")
                self._way(self.spots[b], self.spots[a], "walk")

    def _add_joints(self) -> None:
        """From slopes to what meets them."""
        for a, b in (
            (self.surfaces.stretches[a], self.surfaces.stretches[b]) for a, b in self.surfaces.joints
        ):
            low, high = spot_on(a, a.right), spot_on(b, b.left)
            self._way(low, high, "walk")
            self._way(high, low, "walk")

    def _add_rides(self) -> None:
        """Rides on lifts, and steps onto them from tops at their height."""
        for a, b, x, to, ticks in self.rides.rides(self._build):
            start, end = Spot(x, a.y, a.number, None), Spot(to, b.y, b.number, None)
            self._way(start, end, RIDE, Flight(0.0, 0.0, ticks), risk=0)
        for still, x, lift, to in self.rides.steps():
            beside, on = spot_on(still, x), spot_on(lift, to)
            self._way(beside, on, STEP_ON)
            self._way(on, beside, STEP_ON)

    def _add_ladders(self) -> None:
        near = self._by_place()
        for number, ladder in enumerate(self.ladders):
            for a, b in itertools.pairwise(exits(number, ladder, self.surfaces.stretches, near)):
                if is_free(self.surfaces, self._build, ladder.x, a.y, b.y):
                    self._way(a, b, "climb")
                    self._way(b, a, "climb")

    def _by_place(self) -> Cells:
        """The stretches by where they are."""
        return Cells(Rect(s.left, s.low, s.right, s.high) for s in self.surfaces.stretches)

    def _add_drops(self) -> None:
        aside = self._build.width / 2 + _BEYOND
        for stretch in self.surfaces.stretches:
            for edge, side, is_open in (
                (stretch.left, -1, stretch.open_left),
                (stretch.right, 1, stretch.open_right),
            ):
                if is_open:
                    self._drop(stretch, edge, edge + side * aside)

    def _drop(self, stretch: Stretch, edge: float, x: float) -> None:
        high = stretch.at(edge)
        landing = self.surfaces.under(x, high - 0.02)
        if landing is None:
            return
        low = landing.at(x)
        ticks = ticks_to(0.0, low - high, self.gravity)
        if ticks is None:
            return
        flight = Flight(0.0, 0.0, ticks)
        around = self._between(stretch, landing)
        if is_clear(around, self._build, self.gravity, (x, high), low, flight):
            start, end = spot_on(stretch, edge), spot_on(landing, x)
            self._way(start, end, "drop", flight, risk=_NARROW if self._is_narrow(landing, x) else _RISK)

    def _add_drops_through(self) -> None:
        """Drops through one-way platforms, onto each stretch that is the next one below."""
        for stretch in self.surfaces.stretches:
            if stretch.one_way:
                for x in self._holes(stretch):
                    self._drop_through(stretch, x)

    def _holes(self, stretch: Stretch) -> list[float]:
        """Where it is worth trying to drop through: in the middle, and near the ends of what is below."""
        left, right = stretch.left + _INSET, stretch.right - _INSET
        if right <= left:
            return []
        found = {left, (left + right) / 2, right}
        if right - left > 2 * _HOLES:
            found |= {left + step * _HOLES for step in range(1, int((right - left) / _HOLES))}
        return sorted(found)

    def _drop_through(self, stretch: Stretch, x: float) -> None:
        landing = self.surfaces.under(x, stretch.y - _LEAST_DROP)
        if landing is None:
            return
        low = landing.at(x)
        ticks = ticks_to(0.0, low - stretch.y, self.gravity)
        half = self._build.width / 2 + SKIN
        shaft = Rect(x - half, low + LEVEL, x + half, stretch.y + self._build.height)
        around = self.surfaces.obstacles(shaft)
        if (
            ticks is None
            or around.fill(shaft)
            or any(top.top - low > LEVEL and top.top < stretch.y - LEVEL for top in around.tops)
            or self._is_narrow(landing, x)
        ):
            return
        start, end = spot_on(stretch, x), spot_on(landing, x)
        self._way(start, end, THROUGH, Flight(0.0, 0.0, ticks))

    def _is_narrow(self, stretch: Stretch, x: float) -> bool:
        """Whether a body that comes down there may roll off again."""
        half = self._build.width / 2
        return (stretch.open_left and x - stretch.left < half) or (
            stretch.open_right and stretch.right - x < half
        )

    def _add_jumps(self) -> None:
        if self._build.jump <= 0:
            return
        reach = self._build.speed * 2.0 * (2 * self._build.jump / self.gravity) ** 0.5 + 2
        stretches, near = self.surfaces.stretches, self._by_place()
        # Most pairs are too far apart, and this is asked of very many.
        about = [
            (one, floor, one.left, one.right, one.low, one.high)
            for one, floor in zip(stretches, self.surfaces.floors, strict=True)
        ]
        rise, fall = self._build.jump, 2 * reach
        for a, floor, left, right, low, high in about:
            for number in near.near(Rect(left - reach, low - fall, right + reach, high + rise)):
                b, other, b_left, b_right, b_low, b_high = about[number]
                if floor != other and b_low - high <= rise and low - b_high < fall:
                    apart = max(left - b_right, b_left - right)
                    if apart < reach:
                        self._jump(a, b, apart)

    def _jump(self, a: Stretch, b: Stretch, apart: float) -> None:
        """Adds the best jump from `a` to each end of `b`, from wherever on `a` it is possible."""
        ticks = ticks_to(speed_for(self._build.jump, self.gravity), b.low - a.high, self.gravity)
        if ticks is not None and apart > 1.001 * self._build.speed * ticks * STEP:
            return  # the highest jump lasts longest, and even that does not get there
        around = self._between(a, b)
        if not self._jumps(a, b, around, _INSET) and apart > 0:
            self._jumps(a, b, around, _RIM)

    def _between(self, a: Stretch, b: Stretch) -> Obstacles:
        """What may be in the way of a jump or a drop from one stretch to another."""
        build, aside = self._build, self._build.width + 2 * _BEYOND
        # However wide the two are, a body gets no farther than its time in the air allows.
        low, high = min(a.low, b.low), max(a.high, b.high)
        far = build.speed * 2 * sqrt(2 * (build.jump + high - low) / self.gravity) + aside
        left = max(min(a.left, b.left) - aside, a.left - far, b.left - far)
        right = min(max(a.right, b.right) + aside, a.right + far, b.right + far)
        return self.surfaces.obstacles(Rect(left, low - 0.1, right, high + build.jump + build.height + 0.2))

    def _jumps(self, a: Stretch, b: Stretch, around: Obstacles, most: float) -> bool:
        """Adds such jumps `most` metres from the edges. Returns whether there is one."""
        inset, found = min(most, (b.right - b.left) / 2), False
        low, high = b.left + inset, b.right - inset
        for end in sorted({low, high, min(max((a.left + a.right) / 2, low), high)}):
            near = min(most, (a.right - a.left) / 2)
            starts = {a.left + near, a.right - near}
            # A body at the end of its strength rises beside a step until late, and then needs all its speed.
            aways = _FAR if b.at(end) - a.low > self._build.jump - SPARE else _AWAY
            starts |= {end + away for away in aways if a.left <= end + away <= a.right}
            row = [(x, a.at(x)) for x in sorted(starts)]
            # From a slope, each start is at a height of its own: the nearest one is tried first.
            near_first = sorted(row, key=lambda start: (abs(start[0] - end), start))
            for level in [[start] for start in near_first] if a.grade else [row]:
                best = jump(around, self._build, self.gravity, level, (end, b.at(end)))
                if best is not None:
                    (x, _), flight = best
                    self._way(spot_on(a, x), spot_on(b, end), "jump", flight)
                    found = True
                    break
        return found
