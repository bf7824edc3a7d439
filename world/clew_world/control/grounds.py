"""The two networks in which a guide plans: one in which crates are obstacles, one without them.

In the first, `firm`, a crate is a block where it rests: characters walk up to it, and jump over or onto it. A
route in the second, `open`, leads through crates, which the walker pushes. How far they slide is unknown, so
such a route is an attempt and not a proof. It is used if the first network has no route, or if a touch in a
crate asks for it; most games never build it.
"""

from __future__ import annotations

from collections.abc import Callable

from clew_world.crates import Crates
from clew_world.elements import Character
from clew_world.routes.network import Network
from clew_world.routes.spots import Spot, spot_on

LANDED = 0.12
"""Metres: how far from its end a flight may come down and still have been the one planned."""

_BELOW = 0.12
"""Metres below a lift from which the next top is looked for."""

Part = tuple[int | None, int | None]
"""A part of a network: the number of a stretch, or of a ladder."""


class Grounds:
    """The networks of one character; `network` is the one in which it plans now."""

    def __init__(
        self,
        character: Character,
        firm: Callable[[], Network],
        open_: Callable[[], Network],
        crates: Crates,
    ) -> None:
        self._character = character
        self._find_firm, self._find_open = firm, open_
        self._crates = crates
        self.renew()

    def renew(self) -> None:
        """The world has changed, and with it the networks."""
        self._firm = self.network = self._find_firm()

    @property
    def pushes(self) -> bool:
        """Whether the current network is the one in which crates are pushed."""
        return self.network is not self._firm

    def choose(self, target: tuple[float, float]) -> Spot | None:
        """Chooses the network for a target. Returns the target's place in it."""
        self.network = self._find_open() if self._crates.is_pushed_at(*target) else self._firm
        return self.network.spot(*target) or self.switch(target)

    def switch(self, target: tuple[float, float]) -> Spot | None:
        """Plans in the other network from now on. Returns the target's place in it; None, without a change,
        if there is no other network or no such place.
        """
        other = self._firm if self.pushes else self._find_open()
        spot = None if other is self.network else other.spot(*target)
        if spot is not None:
            self.network = other
        return spot

    def here(self) -> Spot | None:
        """Where the character is in the firm network; None in the air."""
        return self._spot(self._firm)

    def start(self) -> Spot | None:
        """Where the character is in the current network. If that has no crates and it stands on one, the
        place is that below the crate.
        """
        found = self._spot(self.network)
        character = self._character
        if found is None and self.pushes and character.standing:
            under = self.network.surfaces.under(character.x, character.y + LANDED, character.build.width)
            if under is not None:
                return spot_on(under, character.x)
        return found

    def below(self) -> Spot | None:
        """What is below the lift that carries the character; None if there is nothing, or no lift."""
        character = self._character
        surfaces = self.network.surfaces
        under = surfaces.under(character.x, character.y - _BELOW)
        while under is not None and under.on_lift:
            under = surfaces.under(character.x, under.at(character.x) - _BELOW)
        if character.lift is None or under is None:
            return None
        return spot_on(under, character.x)

    def _spot(self, network: Network) -> Spot | None:
        character = self._character
        if character.lift is not None and character.lift.halt is None:
            return None
        if character.standing:
            stop = network.rides.stop_of(character.lift)
            aside = character.build.width / 2 + 0.1
            under = network.surfaces.on(character.x, character.y, aside, LANDED, stop)
            if under is not None:
                return spot_on(under, character.x)
        if character.on_ladder:
            return network.spot_on_ladder(character.x, character.y)
        return None


def part_of(spot: Spot | None) -> Part | None:
    """The part of a network that a place belongs to."""
    return None if spot is None else (spot.stretch, spot.ladder)
