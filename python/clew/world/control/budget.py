"""The ways that a script's animal may plan: some at once, and some a second for long."""

from __future__ import annotations

from clew.world.elements import STEP

_AT_ONCE, _A_SECOND = 8.0, 6.0


class Budget:
    """The ways that one character has left."""

    def __init__(self) -> None:
        self._left = _AT_ONCE

    def refill(self) -> None:
        """A tick goes by."""
        self._left = min(_AT_ONCE, self._left + _A_SECOND * STEP)

    def pays(self) -> bool:
        """Takes one, if there is one left."""
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
