"""The complete map that measures need, and the limits that they keep to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import ClewError, LimitReached
from clew.statespace.explore import explore
from clew.statespace.space import StateSpace

if TYPE_CHECKING:
    from clew.puzzle import Puzzle
    from clew.search.limits import Limits, Run


def whole_map(level: StateSpace | Puzzle | str, limits: Limits, what: str) -> StateSpace:
    """The map of a level, explored within the limits unless it is given.

    `what` needs it. Raises `LimitReached` at a limit, `ClewError` for a map that was cut short.
    """
    if isinstance(level, StateSpace):
        if not level.complete:
            raise ClewError(
                f"{what} needs the whole map, but this one was cut short ({level.part or level.limit}): "
                "use clew.explore without max_depth"
            )
        return level

    space = explore(level, limits=limits)
    if space.limit is not None:
        raise LimitReached(f"the map is incomplete: exploring was stopped ({space.limit})")
    return space


def keep_within(run: Run, what: str) -> None:
    """Raises `LimitReached` when the work has to end: it was cancelled, or its seconds are over."""
    if run.stop.is_set():
        raise LimitReached(f"{what} were interrupted")
    seconds = run.limits.seconds
    if seconds is not None and run.seconds > seconds:
        raise LimitReached(f"{what} took more than {seconds:g} s")
