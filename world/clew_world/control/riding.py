"""Riding: a character waits for lifts, and lets them carry it.

It goes onto a lift only if that waits at its end for long enough to come to its middle, or across and off it
again; and it leaves the middle only if there is time to leave the lift. While the lift rides, it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew_world.elements import Carrier, Character
from clew_world.routes.network import RIDE, THROUGH, Network
from clew_world.routes.rides import MARGIN, ticks_of
from clew_world.routes.spots import Leg, Spot

_OFF = 30
"""Ticks after which a rider that stands on something else has lost its lift."""
_PATIENCE = 300
"""Ticks that a character may stand where no route begins, in addition to two rounds of the slowest lift."""


class Riding:
    """How one character follows the timetable of lifts."""

    def __init__(self, character: Character) -> None:
        self._character = character
        self._waited = 0
        self._off = 0
        self._nowhere = 0

    @property
    def waits(self) -> bool:
        """Whether it waits for a lift now, or on one."""
        return self._waited > 0

    def holds(self, network: Network, here: Callable[[], Spot | None], legs: Sequence[Leg]) -> bool:
        """Whether it must stand still now for a lift. Called before each tick of a leg on the ground; asks
        where it is only if there are lifts.
        """
        stops, leg = network.rides.stops, legs[0]
        holds = bool(stops) and self._must_wait(network, here(), legs)
        self._waited = self._waited + 1 if holds else 0
        self._off = self._off + 1 if leg.kind == RIDE and self._character.lift is None else 0
        return holds

    def is_lost(self, network: Network) -> bool:
        """Whether it waits in vain: it has lost its lift, or waited for two rounds of the slowest lift."""
        return self._off > _OFF or self._waited > 2 * network.rides.longest + _OFF

    def carriers(
        self, network: Network, legs: Sequence[Leg], goal: Spot | None
    ) -> tuple[Carrier, ...] | None:
        """The only lifts that may carry it: the one that it stands on, and the one to which its next leg
        leads, or where it has arrived. Others would carry it away. None for all, if it follows no plan.
        """
        if goal is None or not network.rides.stops or self._character.why:
            return None
        stretch = legs[0].stretch if legs else goal.stretch
        stop = network.rides.stops.get(stretch) if stretch is not None else None
        lifts = (self._character.lift, stop.lift if stop is not None else None)
        return tuple(lift for lift in lifts if lift is not None)

    def begin(self) -> None:
        """Begins a new leg."""
        self._waited = self._off = self._nowhere = 0

    def is_nowhere(self, network: Network) -> bool:
        """Whether it has stood for too long where no route begins. Called in every tick in which it does."""
        self._nowhere += self._character.standing > 0
        return self._nowhere > 2 * network.rides.longest + _PATIENCE

    def _must_wait(self, network: Network, here: Spot | None, legs: Sequence[Leg]) -> bool:
        character, stops, leg = self._character, network.rides.stops, legs[0]
        if leg.kind == RIDE:
            return True
        if leg.kind == "climb":
            return False
        if here is None:  # between two ends, or beside a lift that it cannot see yet
            return character.lift is not None or leg.stretch in stops
        origin = stops.get(here.stretch) if here.stretch is not None else None
        stop = origin or (stops.get(leg.stretch) if leg.stretch is not None else None)
        if stop is None:
            return False
        if origin is None or stop.is_middle(character.x):
            return not stop.waits(self._ticks(network, legs))
        # It has begun to cross the lift: it stops only if the lift has left.
        return not stop.waits(1 if leg.kind == "walk" else self._ticks(network, legs[:1]) - MARGIN // 2)

    def _ticks(self, network: Network, legs: Sequence[Leg]) -> int:
        """How many ticks the legs take to the next ride, or until the character is off the lift."""
        ticks, x = 0, self._character.x
        for leg in legs:
            if leg.kind == RIDE:
                break
            if leg.kind not in ("jump", THROUGH):
                ticks += ticks_of(leg.x - x, self._character.build.speed)
            if leg.kind != "walk":
                ticks += (leg.flight.ticks if leg.flight is not None else 0) + MARGIN
            x = leg.x
            if leg.stretch not in network.rides.stops:
                break
        return ticks

    def is_over(self, network: Network, here: Spot | None, leg: Leg) -> bool:
        """Whether the ride has reached its end."""
        stop = network.rides.stops.get(leg.stretch) if leg.stretch is not None else None
        return here is not None and here.stretch == leg.stretch and stop is not None and stop.waits(1)
