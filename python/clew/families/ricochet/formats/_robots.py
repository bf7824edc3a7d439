"""What the formats of robots on a board share: a board from places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.cells import DIRECTIONS, cell_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Place = tuple[int, int]

COLOURS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "silver": "S"}
LEFT, RIGHT, UP, DOWN = range(4)


def keys_of(
    rows: int,
    columns: int,
    robots: Mapping[str, Place],
    goals: Mapping[str, Place],
    walls: Iterable[tuple[Place, int]],
) -> dict[str, Any]:
    """The keys of a board; places are (row, column) from 0. Walls on the rim are left out. Raises
    `BoardError`.
    """
    if not (0 < rows <= limits.SLIDE_SIDE and 0 < columns <= limits.SLIDE_SIDE):
        raise BoardError(f"has {rows} rows and {columns} columns; at most {limits.SLIDE_SIDE} are allowed")
    return {
        "board": _grid(rows, columns, robots),
        "goal": _grid(rows, columns, goals),
        "walls": [
            f"{cell_name(row * columns + column, columns)} {DIRECTIONS[side]}"
            for (row, column), side in walls
            if _is_inside(rows, columns, row, column, side)
        ],
    }


def _grid(rows: int, columns: int, places: Mapping[str, Place]) -> list[str]:
    grid = [["."] * columns for _ in range(rows)]
    for letter, (row, column) in places.items():
        if not (0 <= row < rows and 0 <= column < columns):
            raise BoardError(f"puts {letter} in row {row + 1}, column {column + 1}, beyond the board")
        if grid[row][column] != ".":
            raise BoardError(f"puts {letter} and {grid[row][column]} on one cell")
        grid[row][column] = letter
    return ["".join(row) for row in grid]


def _is_inside(rows: int, columns: int, row: int, column: int, side: int) -> bool:
    """Whether a wall stands between two cells of the board."""
    down, across = {LEFT: (0, -1), RIGHT: (0, 1), UP: (-1, 0), DOWN: (1, 0)}[side]
    there = 0 <= row + down < rows and 0 <= column + across < columns
    return there and 0 <= row < rows and 0 <= column < columns
