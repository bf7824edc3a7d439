"""Days in a row on which the puzzle of the day was solved, with one day off that does not break the row."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

REGAINED = 7
"""Days in a row after which a day off that was used is available again."""


class Streak(NamedTuple):
    """`days` in a row up to today or yesterday, the longest row (`best`), whether `today` is done, whether
    a day off (`freeze`) is left, and the day for which the last one was used (`frozen`).
    """

    days: int
    best: int
    today: bool
    freeze: bool
    frozen: date | None


def streak_up_to(today: date, solved: Collection[date]) -> Streak:
    """Return the streak of a player who solved the puzzles of these days."""
    days = best = since = 0
    freeze, frozen = True, None
    day = min(solved, default=today)
    while day <= today:
        if day in solved:
            days += 1
            since += 1
            freeze = freeze or since >= REGAINED
        elif day == today:
            break  # it may still be solved
        elif days and freeze:
            freeze, frozen, since = False, day, 0
        else:
            days, since, freeze, frozen = 0, 0, True, None
        best = max(best, days)
        day += timedelta(days=1)
    return Streak(days, best, today in solved, freeze, frozen)
