"""Exit statuses, and which one wins where several hold."""

from __future__ import annotations

SOLVED = 0
UNSOLVABLE = 1
WRONG = 2
LIMIT = 3
INTERRUPTED = 130

_RISING = (SOLVED, UNSOLVABLE, LIMIT, WRONG, INTERRUPTED)


def worst(one: int, other: int) -> int:
    """The status that stands for both: 130 over 2 over 3 over 1 over 0."""
    return max(one, other, key=_RISING.index)
