"""The weekly rhythm of the puzzle of the day: easy on Mondays, hardest at the end of the week, and another
family each day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import date

WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "medium")
"""The difficulty of each day, from Monday on."""

NEAREST = {
    "easy": ("easy", "medium", "hard"),
    "medium": ("medium", "easy", "hard"),
    "hard": ("hard", "medium", "easy"),
}
"""What comes instead if a site has no board of a difficulty."""


def difficulties(day: date) -> Sequence[str]:
    """Return the difficulties for a day, the wanted one first."""
    return NEAREST[WEEK[day.weekday()]]


def family_of(day: date, families: Collection[str]) -> str:
    """Return the family of a day: each weekday has its own, and the weekdays change with the weeks."""
    ordered = sorted(families)
    return ordered[(day.weekday() + day.isocalendar().week) % len(ordered)]
