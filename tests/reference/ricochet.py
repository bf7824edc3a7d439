"""ricochet: a tile slides until something stops it; solved when the goal's letters are covered."""

from collections.abc import Hashable
from typing import Any

from .rules import Rules, State, cell_at, cell_name, rows_of

DIRECTIONS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
OPPOSITE = {"L": "R", "R": "L", "U": "D", "D": "U"}
Cell = tuple[int, int]


class Ricochet(Rules):
    """A state is the cell (row, column) of each tile, in the order in which the board lists them; then, where
    a tile must turn, the directions in which it went so far.
    """

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
        self.slants: dict[Cell, tuple[str, str]] = {}
        for diagonal in board.get("diagonals", []):
            name, slant, *colour = diagonal.split()
            self.slants[cell_at(name)] = (slant, "".join(colour))
        self.target: int | None = None
        if board.get("must_turn"):
            self.target = self.colours.index(self.goal[0][0])
            moved = board.get("moved")
            self.start += ({None: "", "turned": "LR"}.get(moved, (moved or "")[:1].upper()),)

    def moves(self, state: State) -> list[tuple[str, State]]:
        found = []
        cells = state[: len(self.colours)]
        for tile, cell in enumerate(cells):
            for direction in DIRECTIONS:
                others = {*cells[:tile], *cells[tile + 1 :]}
                end, went = self.slide(cell, direction, others, self.colours[tile])
                if end is not None and end != cell:
                    after = [*cells[:tile], end, *cells[tile + 1 :]]
                    if self.target is not None:
                        after.append(
                            "".join(sorted({*state[-1], *went} if tile == self.target else state[-1]))
                        )
                    found.append((cell_name(*cell) + direction, tuple(after)))
        return found

    def slide(
        self, cell: Cell, direction: str, others: set[Cell], colour: str
    ) -> tuple[Cell | None, set[str]]:
        """Where the tile comes to rest and the directions in which it went; None where it would leave the
        board or never stop.
        """
        went: set[str] = set()
        begun = cell, direction
        while (cell, direction) not in self.walls:
            down, right = DIRECTIONS[direction]
            there = cell[0] + down, cell[1] + right
            if not (0 <= there[0] < self.height and 0 <= there[1] < self.width):
                return (None if self.open else cell), went
            if there in self.blocks or there in others:
                break
            cell = there
            went.add(direction)
            slant, passes = self.slants.get(cell, ("", colour))
            if passes != colour:
                direction = dict(zip("LRUD", "DURL" if slant == "rising" else "UDLR", strict=True))[direction]
            if (cell, direction) == begun:
                return None, went
        return cell, went

    def is_goal(self, state: State) -> bool:
        if self.target is not None and len(state[-1]) < 2:
            return False
        state = state[: len(self.colours)]
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
        turn = "" if self.target is None else state[-1] if len(state[-1]) < 2 else "turned"
        return frozenset(zip(state, self.colours, strict=False)), turn

    def text(self, state: State) -> str:
        signs = dict.fromkeys(self.blocks, "#") | dict(zip(state, self.colours, strict=False))
        grid = "/".join(
            "".join(signs.get((r, c), ".") for c in range(self.width)) for r in range(self.height)
        )
        if self.target is None or not state[-1]:
            return grid
        words = {"L": "left", "R": "right", "U": "up", "D": "down"}
        return f"{grid}@{words.get(state[-1], 'turned')}"

    def read(self, text: str) -> State:
        """Tiles of one colour are taken in the order in which they are met."""
        places: dict[str, list[Cell]] = {}
        grid, _, moved = text.partition("@")
        for r, row in enumerate(rows_of(grid)):
            for c, sign in enumerate(row):
                places.setdefault(sign, []).append((r, c))
        cells = tuple(places[colour].pop(0) for colour in self.colours)
        if self.target is None:
            return cells
        return (*cells, "LR" if moved == "turned" else moved[:1].upper())
