"""Searches for the routes of one character: around dangers, and not too many of them."""

from __future__ import annotations

from collections.abc import Callable

from clew_world.control.budget import Budget
from clew_world.elements import STEP, Character
from clew_world.routes.network import Network
from clew_world.routes.risk import Danger
from clew_world.routes.spots import Leg, Spot

_WARY = 0.5
"""Seconds after which a route around dangers is planned again."""
_DANGERS = 12
"""How many of the nearest dangers make routes cost more."""


class Search:
    """Finds routes, and knows how many it may still find."""

    def __init__(self, character: Character) -> None:
        self._character = character
        self.budget = Budget()
        self.dangers: Callable[[], list[Danger]] | None = None
        """The elements that the character avoids on its way, where they are now."""
        self._wary = 0.0  # seconds since a way around dangers was planned

    def pays(self) -> bool:
        """Whether it may plan now: an animal that often changes its target plans few routes a second."""
        return self._character.script is None or self.budget.pays()

    def is_outdated(self) -> bool:
        """Whether dangers may have moved so far that the rest of the route must be planned again. Called in
        every tick on the way.
        """
        if self.dangers is None:
            return False
        self._wary += STEP
        return self._wary > _WARY

    def find(self, network: Network, start: Spot, goal: Spot) -> list[Leg] | None:
        """The legs of the best route; None if there is none."""
        dangers = self.dangers()[:_DANGERS] if self.dangers is not None else []
        self._wary = 0.0
        if not dangers and goal.stretch is not None and start.stretch == goal.stretch:
            return [Leg("walk", goal.x, goal.y, None, goal.stretch)]
        return network.route(start, goal, dangers)
