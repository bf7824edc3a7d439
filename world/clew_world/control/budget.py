"""How many routes a script's animal may plan: a few at once, and a few per second in the long run."""

from __future__ import annotations

from clew_world.elements import STEP

_AT_ONCE, _A_SECOND = 8.0, 6.0


class Budget:
    """How many routes one character may still plan."""

    def __init__(self) -> None:
        self._left = _AT_ONCE

    def refill(self) -> None:
        """Adds the share of one tick."""
        if self._left < _AT_ONCE:
            self._left = min(_AT_ONCE, self._left + _A_SECOND * STEP)

    def pays(self) -> bool:
        """Uses up one route if there is one left. Returns whether there was."""
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
