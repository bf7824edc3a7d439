"""Hill climbing with restarts: from a random start, every change that is no worse is accepted.

Solution lengths form a rough landscape of plateaus: most changes keep the length, some destroy the puzzle,
few lengthen it. So a change that keeps the length is accepted, which drifts along plateaus, and a climb that
has not improved for some time is abandoned for another start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    Thing = TypeVar("Thing", bound=Hashable)


def climb(
    start: Callable[[], Thing | None],
    change: Callable[[Thing], Thing | None],
    score: Callable[[Thing], int | None],
    *,
    met: Callable[[Thing | None], object],
    enough: float,
    least: float,
    patience: int,
) -> Thing | None:
    """The first candidate that scores `enough`, or the best one after `patience` changes without a better
    score, if it scores `least`; otherwise None.

    `start` and `change` may return None if they find nothing, `score` if a candidate is not a puzzle. `met`
    hears of every candidate first.
    """
    here: Thing | None = None
    best = -1
    stale = 0
    while stale < patience:
        stale += 1
        thing = start() if here is None else change(here)
        met(thing)
        if thing is None:
            continue
        value = score(thing)
        if value is None or value < best:
            continue
        if value > best:
            stale = 0
        here, best = thing, value
        if value >= enough:
            return here
    return here if best >= least else None
