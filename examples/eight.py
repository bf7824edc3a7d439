"""The 8-puzzle, three times: the four rules, the same with `successors` for speed, and compiled.

Of its 181,440 states the hardest need 31 moves (Reinefeld, "Complete solution of the eight-puzzle", 1993).
The state of the first two is the board row by row, 0 the hole; that of the compiled one four bits per cell.
"""

from __future__ import annotations

from typing import Any

import clew

GOAL = "123456780"
HARDEST = "867254301"
NEAR = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))
"""The cells beside each cell."""


class Eight(clew.Puzzle):
    """A move is the tile that goes into the hole."""

    def __init__(self, board: str = HARDEST) -> None:
        self.board = board

    def initial(self) -> str:
        return self.board

    def moves(self, state: str) -> list[str]:
        return [state[cell] for cell in NEAR[state.index("0")]]

    def apply(self, state: str, move: str) -> str:
        return state.replace("0", "x").replace(move, "0").replace("x", move)

    def is_goal(self, state: str) -> bool:
        return state == GOAL

    def draw(self, state: str) -> str:
        return "\n".join(" ".join(state[row : row + 3]).replace("0", ".") for row in (0, 3, 6))


class QuickEight(Eight):
    """The same with one call for all moves of a state."""

    def successors(self, state: str) -> list[tuple[str, str]]:
        found = []
        for cell in NEAR[state.index("0")]:
            tile = state[cell]
            found.append((tile, state.replace("0", "x").replace(tile, "0").replace("x", tile)))
        return found


class GuidedEight(QuickEight):
    """The same with the sum of the tiles' distances to their places."""

    def heuristic(self, state: str) -> int:
        total = 0
        for cell, tile in enumerate(state):
            if tile != "0":
                home = int(tile) - 1
                total += abs(cell // 3 - home // 3) + abs(cell % 3 - home % 3)
        return total


@clew.compiled
def swapped(state: int, hole: int, cell: int) -> int:
    """The state with the tile of a cell in the hole."""
    tile = state >> 4 * cell & 15
    return state ^ tile << 4 * cell ^ tile << 4 * hole


@clew.compiled
class CompiledEight(clew.Puzzle):
    """The same as rules on one whole number."""

    most = 4

    def __init__(self, board: str = HARDEST) -> None:
        self.board = board

    def initial(self) -> int:
        return sum(int(tile) << 4 * cell for cell, tile in enumerate(self.board))

    @staticmethod
    def expand(state: int, out: Any) -> int:
        hole = 0
        while state >> 4 * hole & 15:
            hole += 1
        count = 0
        if hole >= 3:
            out[count] = swapped(state, hole, hole - 3)
            count += 1
        if hole % 3 > 0:
            out[count] = swapped(state, hole, hole - 1)
            count += 1
        if hole % 3 < 2:
            out[count] = swapped(state, hole, hole + 1)
            count += 1
        if hole < 6:
            out[count] = swapped(state, hole, hole + 3)
            count += 1
        return count

    predecessors = expand

    @staticmethod
    def is_goal(state: int) -> bool:
        return state == 0x087654321

    def name(self, state: int, after: int) -> str:
        hole = next(cell for cell in range(9) if not state >> 4 * cell & 15)
        return str(after >> 4 * hole & 15)

    def draw(self, state: int) -> str:
        tiles = [str(state >> 4 * cell & 15) for cell in range(9)]
        return "\n".join(" ".join(tiles[row : row + 3]).replace("0", ".") for row in (0, 3, 6))
