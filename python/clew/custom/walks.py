"""States near a start, on which two forms of the same rules are compared before a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LENGTH = 8
"""Moves per walk; the next begins at the start."""


def walk(start: Any, after: Callable[[Any], Any], most: int) -> Iterator[Any]:
    """At most `most` distinct states on random walks from the start, the same on every run.

    `after` returns the list of states after each move of a state; a walk ends if it returns anything else.
    """
    seen: set[Any] = set()
    chance = 1
    for _walk in range(most):
        state = start
        for _ in range(LENGTH):
            if state not in seen:
                yield state
                seen.add(state)
            if len(seen) == most:
                return
            found = after(state)
            if not isinstance(found, list) or not found:
                break
            chance = (chance * 6364136223846793005 + 1442695040888963407) % 2**64
            state = found[(chance >> 33) % len(found)]
