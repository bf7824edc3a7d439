"""pebbles: pebbles move along the edges of a graph into a hole, until each lies on a plate of its token."""

from itertools import combinations
from typing import Any

from .rules import Rules, State


class Pebbles(Rules):
    """A state is the tuple of tokens on the cells, `-` where there is none."""

    def __init__(self, board: dict[str, Any]) -> None:
        edges = board.get("edges")
        if edges is None:
            edges = layout_edges(board.get("layout", "panguru"))
        cells = 1 + max(max(edge) for edge in edges)
        self.neighbours: list[set[int]] = [set() for _ in range(cells)]
        for one, other in edges:
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)
        self.lines = grid_lines(board["layout"]) if board.get("metric") == "slides" else None
        self.plates = tokens(board["plates"], cells)
        self.start = tokens(board["pebbles"], cells)

    def moves(self, state: State) -> list[tuple[str, State]]:
        if self.lines is not None:
            return self.slides(state, self.lines)
        found = []
        for cell, token in enumerate(state):
            for hole in sorted(self.neighbours[cell]):
                if token != "-" and state[hole] == "-":
                    after = list(state)
                    after[cell], after[hole] = "-", token
                    found.append((f"{cell}-{hole}", tuple(after)))
        return found

    def slides(self, state: State, lines: list[list[int]]) -> list[tuple[str, State]]:
        """Every line of pebbles between a cell and a hole, both included, pushed by one cell."""
        found = []
        for line in lines:
            *pebbles, hole = line
            if state[hole] == "-" and all(state[cell] != "-" for cell in pebbles):
                after = list(state)
                for here, there in zip(pebbles, [*pebbles[1:], hole], strict=True):
                    after[there] = state[here]
                after[pebbles[0]] = "-"
                found.append((f"{pebbles[0]}-{hole}", tuple(after)))
        return found

    def is_goal(self, state: State) -> bool:
        return all(token in ("-", plate) for token, plate in zip(state, self.plates, strict=True))

    def text(self, state: State) -> str:
        return ("" if all(len(token) == 1 for token in state + self.plates) else ",").join(state)

    def read(self, text: str) -> State:
        return tokens(text.replace(",", " "), len(self.neighbours))


def tokens(text: str, cells: int) -> tuple[str, ...]:
    """One character a cell where that fits, else words between blanks."""
    characters = "".join(text.split())
    return tuple(characters) if len(characters) == cells else tuple(text.split())


def grid_lines(layout: str) -> list[list[int]]:
    """Every run of two or more cells along a row or a column, in both directions."""
    rows, columns = (int(number) for number in layout.split()[1].split("x"))
    whole = [[r * columns + c for c in range(columns)] for r in range(rows)]
    whole += [[r * columns + c for r in range(rows)] for c in range(columns)]
    runs = [line[a:b] for line in whole for a in range(len(line)) for b in range(a + 2, len(line) + 1)]
    return runs + [run[::-1] for run in runs]


def layout_edges(layout: str) -> list[tuple[int, int]]:
    """The edges of a named layout, each once."""
    if layout == "panguru":
        return triangle_edges(5) + list(combinations((0, 4, 12), 2))
    kind, size = layout.split()
    if kind == "triangle":
        return triangle_edges(int(size))
    rows, columns = (int(number) for number in size.split("x"))
    across = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    down = [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
    return across + down


def triangle_edges(rows: int) -> list[tuple[int, int]]:
    """All pairs of cells on a common line; row r of the triangle has r + 1 cells.

    Cell (r, c) lies on row r, on the line c parallel to the left side, and on the line r - c parallel to
    the right side.
    """
    cells = [(r, c) for r in range(rows) for c in range(r + 1)]
    return [
        (one, other)
        for (one, (r, c)), (other, (s, d)) in combinations(enumerate(cells), 2)
        if r == s or c == d or r - c == s - d
    ]
