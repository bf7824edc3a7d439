"""Tables of numbers for cells, which files of proofs rest on (docs/reference/proofs.md)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST = 255


def turned(ways: Sequence[Iterable[int]]) -> list[list[int]]:
    """The cells from which a way leads to each, where `ways` are those to which one leads from each."""
    into: list[list[int]] = [[] for _ in ways]
    for cell, others in enumerate(ways):
        for other in others:
            into[other].append(cell)
    return into


def distances(homes: Iterable[int], into: Sequence[Iterable[int]]) -> list[int]:
    """The fewest moves from each cell to one of the homes, at most 255, for a piece that is alone.

    `into`: the cells from which one move may lead to each.
    """
    found = [_MOST] * len(into)
    waiting = deque(homes)
    for cell in waiting:
        found[cell] = 0
    while waiting:
        cell = waiting.popleft()
        for before in into[cell]:
            if found[cell] + 1 < found[before]:
                found[before] = found[cell] + 1
                waiting.append(before)
    return found
