"""States of custom puzzles as numbers: the bytes they take, and the words of compiled ones."""

from __future__ import annotations

from sys import getsizeof
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def size_of(state: Any) -> int:
    """Bytes that a state takes, including its parts; Python shares small integers and single letters."""
    total, parts = 0, [state]
    while parts:
        part = parts.pop()
        if (isinstance(part, int) and -5 <= part <= 256) or (isinstance(part, str) and len(part) < 2):
            continue
        total += getsizeof(part)
        if isinstance(part, tuple | frozenset):
            parts.extend(part)
        elif hasattr(part, "__dict__") and not isinstance(part, type):
            parts.extend(vars(part).values())
    return total


def to_quarters(state: Any) -> list[int]:
    """The engine's numbers for a compiled puzzle's state: each word as four numbers, the lowest first."""
    words = [state] if isinstance(state, int) else list(state)
    return [word >> shift & 0xFFFF for word in words for shift in (0, 16, 32, 48)]


def from_quarters(position: Sequence[int]) -> Any:
    """The state with these numbers: an int, or a tuple of them."""
    words = [
        sum(part << shift for part, shift in zip(position[at : at + 4], (0, 16, 32, 48), strict=True))
        for at in range(0, len(position), 4)
    ]
    return words[0] if len(words) == 1 else tuple(words)
