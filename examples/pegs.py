"""Peg solitaire on a triangle of 15 holes: a peg jumps over another into a hole, and that one is taken off.

From one empty corner there are 29,760 ways to leave a single peg, each of 13 jumps (Bell, "Solving triangular
peg solitaire", Journal of Integer Sequences 11, 2008). State: the pegs, as a frozenset of holes 0 to 14.

          0
        1   2
      3   4   5
    6   7   8   9
  10 11  12  13  14
"""

from __future__ import annotations

from functools import cache

import clew

State = frozenset[int]
Jump = tuple[int, int, int]


def number(row: int, place: int) -> int:
    """The number of a hole, by its row and its place in it."""
    return row * (row + 1) // 2 + place


@cache
def jumps(rows: int) -> tuple[Jump, ...]:
    """Every jump that the board allows: from, over, to."""
    found = []
    for row in range(rows):
        for place in range(row + 1):
            for down, aside in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
                far_row, far_place = row + 2 * down, place + 2 * aside
                if 0 <= far_row < rows and 0 <= far_place <= far_row:
                    over = number(row + down, place + aside)
                    found.append((number(row, place), over, number(far_row, far_place)))
    return tuple(found)


class Pegs(clew.Puzzle):
    """All holes but `empty` hold a peg; solved with one peg left."""

    def __init__(self, empty: int = 0, rows: int = 5) -> None:
        self.empty = empty
        self.rows = rows

    def initial(self) -> State:
        return frozenset(range(number(self.rows, 0))) - {self.empty}

    def moves(self, state: State) -> list[str]:
        return [
            f"{start}-{end}"
            for start, over, end in jumps(self.rows)
            if start in state and over in state and end not in state
        ]

    def apply(self, state: State, move: str) -> State:
        start, end = map(int, move.split("-"))
        over = next(over for one, over, other in jumps(self.rows) if (one, other) == (start, end))
        return state - {start, over} | {end}

    def is_goal(self, state: State) -> bool:
        return len(state) == 1

    def heuristic(self, state: State) -> int:
        return len(state) - 1  # every jump takes off one peg

    def draw(self, state: State) -> str:
        rows = []
        for row in range(self.rows):
            holes = ["o" if number(row, place) in state else "." for place in range(row + 1)]
            rows.append(" " * (self.rows - 1 - row) + " ".join(holes))
        return "\n".join(rows)
