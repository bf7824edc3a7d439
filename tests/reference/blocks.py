"""blocks: pieces slide on a grid until the goal's piece touches its edge, or the goal grid is covered."""

from collections.abc import Hashable
from typing import Any

from .rules import Rules, State, rows_of

DIRECTIONS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
Cell = tuple[int, int]


class Blocks(Rules):
    """A state is the top-left corner (row, column) of each piece's bounding box, in order of the letters."""

    def __init__(self, board: dict[str, Any]) -> None:
        rows = rows_of(board["board"])
        self.height, self.width = len(rows), len(rows[0])
        self.axis = board.get("movement", "axis") == "axis"
        self.metric = board.get("metric", "slide")
        found: dict[str, set[Cell]] = {}
        self.walls: set[Cell] = set()
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                if sign in "#x":
                    self.walls.add((r, c))
                elif sign not in ".o":
                    found.setdefault(sign, set()).add((r, c))
        self.letters = sorted(found)
        self.shapes: list[frozenset[Cell]] = []
        corners = []
        for letter in self.letters:
            top = min(r for r, _ in found[letter])
            left = min(c for _, c in found[letter])
            corners.append((top, left))
            self.shapes.append(frozenset((r - top, c - left) for r, c in found[letter]))
        self.start = tuple(corners)
        self._read_goal(board.get("goal"))

    def _read_goal(self, goal: dict[str, str] | str | list[str] | None) -> None:
        """Either `exit` (piece, edge) or `cover` (cell: piece that must cover it); pieces are numbers."""
        self.exit: tuple[int, str] | None = None
        self.cover: dict[Cell, int] = {}
        if goal is None:
            piece = self.letters.index("A")
            lies = max(c for _, c in self.shapes[piece]) >= max(r for r, _ in self.shapes[piece])
            self.exit = piece, "right" if lies else "down"
        elif isinstance(goal, dict):
            self.exit = self.letters.index(goal["piece"]), goal["exit"]
        else:
            for r, row in enumerate(rows_of(goal)):
                for c, sign in enumerate(row):
                    if sign in self.letters:
                        self.cover[r, c] = self.letters.index(sign)
        self.named = {self.exit[0]} if self.exit else set(self.cover.values())

    def cells(self, piece: int, corner: Cell) -> set[Cell]:
        """The cells that a piece covers when its bounding box begins at `corner`."""
        return {(corner[0] + r, corner[1] + c) for r, c in self.shapes[piece]}

    def moves(self, state: State) -> list[tuple[str, State]]:
        found = []
        covered = [self.cells(piece, corner) for piece, corner in enumerate(state)]
        occupied = self.walls.union(*covered)
        for piece, letter in enumerate(self.letters):
            for path, corner in self.ways(piece, state[piece], occupied - covered[piece]):
                found.append((letter + path, (*state[:piece], corner, *state[piece + 1 :])))
        return found

    def ways(self, piece: int, corner: Cell, taken: set[Cell]) -> list[tuple[str, Cell]]:
        """Where one move can bring this piece, with the path as text."""
        if self.metric == "piece":
            return self.walks(piece, corner, taken)
        found = []
        for direction in self.directions(piece):
            here, distance = self.step(piece, corner, direction, taken), 1
            while here is not None:
                found.append((f"{direction}{distance}", here))
                if self.metric == "step":
                    break
                here, distance = self.step(piece, here, direction, taken), distance + 1
        return found

    def walks(self, piece: int, corner: Cell, taken: set[Cell]) -> list[tuple[str, Cell]]:
        """Every place that the piece can reach alone, by its shortest path.

        First in, first out, directions in the order L R U D: places are met in order of the length of
        their path, and among paths of one length in the order of their letters L R U D.
        """
        paths = {corner: ""}
        queue = [corner]
        for here in queue:
            for direction in self.directions(piece):
                there = self.step(piece, here, direction, taken)
                if there is not None and there not in paths:
                    paths[there] = paths[here] + direction
                    queue.append(there)
        return [(runs(paths[place]), place) for place in queue[1:]]

    def directions(self, piece: int) -> str:
        """The directions in which a piece may go at all."""
        if not self.axis:
            return "LRUD"
        return "LR" if all(r == 0 for r, _ in self.shapes[piece]) else "UD"

    def step(self, piece: int, corner: Cell, direction: str, taken: set[Cell]) -> Cell | None:
        """The corner one cell on, or None where something is in the way."""
        down, right = DIRECTIONS[direction]
        there = corner[0] + down, corner[1] + right
        for cell in self.cells(piece, there):
            if cell in taken or not (0 <= cell[0] < self.height and 0 <= cell[1] < self.width):
                return None
        return there

    def is_goal(self, state: State) -> bool:
        if self.exit is None:
            return all(cell in self.cells(piece, state[piece]) for cell, piece in self.cover.items())
        piece, edge = self.exit
        cells = self.cells(piece, state[piece])
        return {
            "left": any(c == 0 for _, c in cells),
            "right": any(c == self.width - 1 for _, c in cells),
            "up": any(r == 0 for r, _ in cells),
            "down": any(r == self.height - 1 for r, _ in cells),
        }[edge]

    def identity(self, state: State) -> Hashable:
        """Pieces of one shape that the goal does not name are interchangeable."""
        return tuple(state[piece] for piece in sorted(self.named)), frozenset(
            (self.shapes[piece], corner) for piece, corner in enumerate(state) if piece not in self.named
        )

    def text(self, state: State) -> str:
        signs = dict.fromkeys(self.walls, "x")
        for piece, corner in enumerate(state):
            signs.update(dict.fromkeys(self.cells(piece, corner), self.letters[piece]))
        return "/".join(
            "".join(signs.get((r, c), "o") for c in range(self.width)) for r in range(self.height)
        )

    def read(self, text: str) -> State:
        corners = []
        rows = rows_of(text)
        for letter in self.letters:
            cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == letter]
            corners.append((min(r for r, _ in cells), min(c for _, c in cells)))
        return tuple(corners)


def runs(path: str) -> str:
    """`RRD` as `R2D1`."""
    text, begin = "", 0
    for end in range(1, len(path) + 1):
        if end == len(path) or path[end] != path[begin]:
            text += f"{path[begin]}{end - begin}"
            begin = end
    return text
