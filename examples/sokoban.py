"""Sokoban: push every box onto a target. State: where the player is, and the set of the boxes.

The level is the first of Microban (David W. Skinner, 2000), which is solved in 33 moves and no fewer.
"""

from __future__ import annotations

import clew

MICROBAN_1 = """\
####
# .#
#  ###
#*@  #
#  $ #
#  ###
####
"""
STEPS = {"l": -1, "r": 1, "u": -1j, "d": 1j}
"""Directions as complex numbers: to the right is 1, down is 1j."""

State = tuple[complex, frozenset[complex]]


class Sokoban(clew.Puzzle):
    """`level`: # wall, @ player, $ box, . target, * box on a target, + player on a target."""

    def __init__(self, level: str = MICROBAN_1) -> None:
        cells = {
            complex(column, row): sign
            for row, line in enumerate(level.splitlines())
            for column, sign in enumerate(line)
        }
        self.walls = frozenset(cell for cell, sign in cells.items() if sign == "#")
        self.targets = frozenset(cell for cell, sign in cells.items() if sign in ".*+")
        self.boxes = frozenset(cell for cell, sign in cells.items() if sign in "$*")
        self.player = next(cell for cell, sign in cells.items() if sign in "@+")
        self.size = (max(map(len, level.splitlines())), len(level.splitlines()))

    def initial(self) -> State:
        return self.player, self.boxes

    def moves(self, state: State) -> list[str]:
        player, boxes = state
        blocked = self.walls | boxes
        found = []
        for name, step in STEPS.items():
            next_to = player + step
            if next_to not in blocked:
                found.append(name)
            elif next_to in boxes and next_to + step not in blocked:
                found.append(name.upper())  # a push
        return found

    def apply(self, state: State, move: str) -> State:
        player, boxes = state
        step = STEPS[move.lower()]
        if move.isupper():
            boxes = boxes - {player + step} | {player + 2 * step}
        return player + step, boxes

    def is_goal(self, state: State) -> bool:
        return state[1] == self.targets

    def heuristic(self, state: State) -> int | None:
        off = state[1] - self.targets
        return None if any(map(self.is_stuck, off)) else len(off)

    def is_stuck(self, box: complex) -> bool:
        """A box in a corner, which nobody can push out."""
        return any({box + step, box + step * 1j} <= self.walls for step in STEPS.values())

    def valid(self, state: State) -> bool:
        player, boxes = state
        return len(boxes) == len(self.boxes) and not (boxes | {player}) & self.walls and player not in boxes

    def draw(self, state: State) -> str:
        player, boxes = state
        rows = []
        for row in range(self.size[1]):
            cells = [complex(column, row) for column in range(self.size[0])]
            rows.append("".join(self.sign(cell, player, boxes) for cell in cells).rstrip())
        return "\n".join(rows)

    def sign(self, cell: complex, player: complex, boxes: frozenset[complex]) -> str:
        if cell in self.walls:
            return "#"
        on_target = cell in self.targets
        if cell == player:
            return "+" if on_target else "@"
        if cell in boxes:
            return "*" if on_target else "$"
        return "." if on_target else " "
