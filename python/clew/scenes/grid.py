"""What the families on a rectangular grid share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.cells import DELTAS, cell_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.scenes.base import Json


def cells_of(rows: int, columns: int) -> list[Json]:
    """Every cell with its number, name, column and row."""
    return [
        {"cell": cell, "name": cell_name(cell, columns), "x": cell % columns, "y": cell // columns}
        for cell in range(rows * columns)
    ]


def place(cell: int, columns: int) -> Json:
    """Column and row of a cell, counted from 0, as `x` and `y`."""
    return {"x": cell % columns, "y": cell // columns}


def path_of(legs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Legs (direction, cells) as displacements [dx, dy] from the start, the start first."""
    path = [[0, 0]]
    for direction, count in legs:
        down, right = DELTAS[direction]
        path.append([path[-1][0] + right * count, path[-1][1] + down * count])
    return path
