"""Lights Out: pressing a light switches it and those beside it; switch all of them off.

Every position of 4 x 4 lights that can be solved takes at most 7 presses, of 5 x 5 at most 15 (Jaap
Scherphuis, "Lights Out", jaapsch.net). State: a whole number, one bit a light. The same rules twice: plain,
and compiled, where the number of lights and what each button switches stand in the table.
"""

from __future__ import annotations

from typing import Any

import clew


def masks(side: int) -> list[int]:
    """What each button switches, as bits."""
    found = []
    for row in range(side):
        for column in range(side):
            cells = [
                (row, column),
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ]
            inside = [(r, c) for r, c in cells if 0 <= r < side and 0 <= c < side]
            found.append(sum(1 << r * side + c for r, c in inside))
    return found


class Lights(clew.Puzzle):
    """`side` x `side` lights, of which `on` are lit (bits); all of them where it is None."""

    def __init__(self, side: int = 4, on: int | None = None) -> None:
        self.side = side
        self.on = (1 << side * side) - 1 if on is None else on
        self.masks = masks(side)

    def initial(self) -> int:
        return self.on

    def moves(self, state: int) -> list[str]:
        return [self.button(number) for number in range(self.side**2)]

    def button(self, number: int) -> str:
        return f"{'abcdefgh'[number % self.side]}{number // self.side + 1}"

    def apply(self, state: int, move: str) -> int:
        return state ^ self.masks["abcdefgh".index(move[0]) + self.side * (int(move[1:]) - 1)]

    def is_goal(self, state: int) -> bool:
        return state == 0

    def heuristic(self, state: int) -> int:
        return -(-state.bit_count() // 5)  # a press switches five lights at most

    def predecessors(self, state: int) -> list[int]:
        return [state ^ mask for mask in self.masks]  # pressing it again takes a press back

    def draw(self, state: int) -> str:
        lit = ["O" if state >> number & 1 else "." for number in range(self.side**2)]
        return "\n".join("".join(lit[row * self.side : (row + 1) * self.side]) for row in range(self.side))


@clew.compiled
class CompiledLights(clew.Puzzle):
    """The same, compiled; without a heuristic."""

    most = 64

    def __init__(self, side: int = 5, on: int | None = None) -> None:
        self.plain = Lights(side, on)

    def initial(self) -> int:
        return self.plain.initial()

    def table(self) -> list[int]:
        return self.plain.masks

    @staticmethod
    def expand(state: int, out: Any, table: Any) -> int:
        for number in range(len(table)):
            out[number] = state ^ table[number]
        return len(table)

    predecessors = expand

    @staticmethod
    def is_goal(state: int) -> bool:
        return state == 0

    def name(self, state: int, after: int) -> str:
        return self.plain.button(self.plain.masks.index(state ^ after))

    def draw(self, state: int) -> str:
        return self.plain.draw(state)
