"""ricochet: a tile slides until something stops it; solved when the goal's letters are covered."""

from collections.abc import Hashable
from typing import Any

from .rules import Rules, State, cell_at, cell_name, rows_of

DIRECTIONS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
OPPOSITE = {"L": "R", "R": "L", "U": "D", "D": "U"}
Cell = tuple[int, int]


class Ricochet(Rules):
    """A state is the cell (row, column) of each tile, in the order in which the board lists them."""

    def __init__(self, board: dict[str, Any]) -> None:
        rows = rows_of(board["board"])
        self.height, self.width = len(rows), len(rows[0])
        self.open = board.get("edges", "stop") == "open"
        self.anywhere = board.get("anywhere", False)
        signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
        self.blocks = {cell for cell, sign in signs.items() if sign == "#"}
        tiles = [(cell, sign) for cell, sign in signs.items() if sign not in ".#"]
        self.start = tuple(cell for cell, _ in tiles)
        self.colours = [sign for _, sign in tiles]
        self.goal = [
            (sign, (r, c))
            for r, row in enumerate(rows_of(board["goal"]))
            for c, sign in enumerate(row)
            if sign not in ".#"
        ]
        self.walls: set[tuple[Cell, str]] = set()
        for wall in board.get("walls", []):
            name, side = wall.split()
            cell, direction = cell_at(name), side[0].upper()
            down, right = DIRECTIONS[direction]
            self.walls |= {(cell, direction), ((cell[0] + down, cell[1] + right), OPPOSITE[direction])}

    def moves(self, state: State) -> list[tuple[str, State]]:
        found = []
        for tile, cell in enumerate(state):
            for direction in DIRECTIONS:
                end = self.slide(cell, direction, state)
                if end is not None and end != cell:
                    found.append((cell_name(*cell) + direction, (*state[:tile], end, *state[tile + 1 :])))
        return found

    def slide(self, cell: Cell, direction: str, state: State) -> Cell | None:
        """Where the tile comes to rest; None where it would leave the board."""
        down, right = DIRECTIONS[direction]
        while (cell, direction) not in self.walls:
            there = cell[0] + down, cell[1] + right
            if not (0 <= there[0] < self.height and 0 <= there[1] < self.width):
                return None if self.open else cell
            if there in self.blocks or there in state:
                return cell
            cell = there
        return cell

    def is_goal(self, state: State) -> bool:
        colour_at = dict(zip(state, self.colours, strict=True))
        if not self.anywhere or not self.goal:
            return all(colour_at.get(cell) == colour for colour, cell in self.goal)
        first = self.goal[0][1]
        return any(
            all(
                colour_at.get((tile[0] + r - first[0], tile[1] + c - first[1])) == colour
                for colour, (r, c) in self.goal
            )
            for tile in state
        )

    def identity(self, state: State) -> Hashable:
        """Tiles of one colour are interchangeable."""
        return frozenset(zip(state, self.colours, strict=True))

    def text(self, state: State) -> str:
        signs = dict.fromkeys(self.blocks, "#") | dict(zip(state, self.colours, strict=True))
        return "/".join(
            "".join(signs.get((r, c), ".") for c in range(self.width)) for r in range(self.height)
        )

    def read(self, text: str) -> State:
        """Tiles of one colour are taken in the order in which they are met."""
        places: dict[str, list[Cell]] = {}
        for r, row in enumerate(rows_of(text)):
            for c, sign in enumerate(row):
                places.setdefault(sign, []).append((r, c))
        return tuple(places[colour].pop(0) for colour in self.colours)
