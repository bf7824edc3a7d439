"""Replays a record within a time limit, because a record may come from a stranger."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeVar

from clew.errors import LimitReached
from clew_world.elements import STEP

if TYPE_CHECKING:
    from clew_world.record import Record

    class Steps(Protocol):
        """A world, as far as a replay needs it."""

        tick: int

        def step(self) -> object: ...

    World = TypeVar("World", bound=Steps)

_LEAST, _SLOWEST = 60.0, 10.0
"""A replay may take this many seconds, plus this many times as long as the game lasted."""
TURN = 60.0
"""Seconds that the scripts may take in one tick: this machine may be slower than the one that made the
record.
"""


class Allowance:
    """The time that a replay may take: `seconds`, or if that is None, an amount that depends on
    its length."""

    def __init__(self, record: Record, seconds: float | None = None) -> None:
        self._ticks = record.ticks
        self._seconds = _LEAST + _SLOWEST * record.ticks * STEP if seconds is None else seconds
        self._end = monotonic() + self._seconds

    def turn(self) -> float:
        """Seconds that the next tick may take. Raises `LimitReached` if none are left."""
        left = self._end - monotonic()
        if left <= 0:
            raise LimitReached(f"the replay of {self._ticks} ticks took longer than {self._seconds:g} s")
        return min(TURN, left)


def play_again(
    world: World, ticks: int, allowance: Allowance, on_tick: Callable[[World], object] | None
) -> None:
    """Steps a world to the end of its record. Raises `LimitReached` if that takes too long."""
    while world.tick < ticks:
        allowance.turn()
        world.step()
        if on_tick is not None:
            on_tick(world)
