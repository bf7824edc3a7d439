"""Boards of square cells: where a cell is on the canvas, the names of rows and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.cells import cell_name
from clew.tui.canvas import FAINT
from clew.tui.lattice import Lattice
from clew.tui.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.base import EnginePuzzle
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Point


class GridView(View):
    """`pitches`: the distance of cells at each scale, (across, down) in characters. `margin`: characters to
    the left and above.
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        signs: Signs,
        rows: int,
        columns: int,
        pitches: Sequence[tuple[int, int]],
        margin: tuple[int, int],
    ) -> None:
        super().__init__(puzzle, signs)
        self.rows, self.columns = rows, columns
        self.pitches = pitches
        self.margin = margin

    @property
    def scales(self) -> int:
        return len(self.pitches)

    def lined(self, scale: int) -> bool:
        """Whether there is room for lines between the cells."""
        return self.pitches[scale][1] > 1

    def framed(self, scale: int) -> Lattice:
        """The lattice of the cells; if there is no room for lines between cells, the whole board is one
        cell.
        """
        across, down = self.pitches[scale]
        if self.lined(scale):
            return Lattice(self.columns, self.rows, across, down)
        return Lattice(1, 1, self.columns * across + 1, self.rows * down + 1)

    def size(self, scale: int) -> tuple[int, int]:
        lattice = self.framed(scale)
        return self.margin[0] + lattice.width, self.margin[1] + lattice.height

    def corner(self, scale: int, cell: int) -> tuple[int, int]:
        """The upper left character of a cell's inside."""
        across, down = self.pitches[scale]
        row, column = divmod(cell, self.columns)
        return self.margin[0] + column * across + 1, self.margin[1] + row * down + 1

    def place_at(self, scale: int, x: int, y: int) -> int | None:
        across, down = self.pitches[scale]
        width, height = self.size(scale)
        if not (self.margin[0] <= x < width and self.margin[1] <= y < height):
            return None
        column = min(max(0, x - self.margin[0] - 1) // across, self.columns - 1)
        row = min(max(0, y - self.margin[1] - 1) // down, self.rows - 1)
        return row * self.columns + column

    def point(self, place: int, scale: int = 0) -> Point:
        across, down = self.pitches[scale]
        x, y = self.corner(scale, place)
        lined = self.lined(scale)
        return x + (across - 1 - lined) // 2, y + (down - 1 - lined) // 2

    def places(self) -> Sequence[int]:
        return range(self.rows * self.columns)

    def told(self, place: int) -> str:
        return cell_name(place, self.columns)

    def label(self, canvas: Canvas, scale: int) -> None:
        """The letters of the columns and the numbers of the rows, as cells are named."""
        for column in range(self.columns):
            name = cell_name(column, self.columns)[:-1]
            canvas.put(int(self.point(column, scale)[0]) - (len(name) - 1), 0, name, FAINT)
        for row in range(self.rows):
            y = int(self.point(row * self.columns, scale)[1])
            canvas.put(0, y, f"{row + 1:>{self.margin[0] - 1}}", FAINT)
