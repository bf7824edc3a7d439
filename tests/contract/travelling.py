"""Puzzles of one's own that other processes can import."""

from __future__ import annotations

from typing import Any

import clew


class Countdown(clew.Puzzle):
    """Takes 1 or 2 from a heap until nothing is left."""

    def __init__(self, start: int = 7, *, names: tuple[str, str] = ("one", "two")) -> None:
        self.start = start
        self.names = names

    def initial(self) -> int:
        return self.start

    def moves(self, state: int) -> list[str]:
        return list(self.names[:state])

    def apply(self, state: int, move: str) -> int:
        return state - 1 - self.names.index(move)

    def is_goal(self, state: int) -> bool:
        return state == 0


@clew.compiled
class Heap(clew.Puzzle):
    """The same as compiled rules."""

    words = 1
    most = 2

    def __init__(self, start: int = 7) -> None:
        self.start = start

    def initial(self) -> int:
        return self.start

    @staticmethod
    def expand(state: int, out: Any) -> int:
        count = 0
        for take in range(1, 3):
            if take <= state:
                out[count] = state - take
                count += 1
        return count

    @staticmethod
    def is_goal(state: int) -> bool:
        return state == 0


def solved(puzzle: Any) -> tuple[str, int]:
    """What a worker process finds."""
    solution = clew.solve(puzzle)
    return str(solution), len(solution)
