"""Lines on a grid of cells: frames, walls, the outlines of pieces; joined where they meet.

Cells are `across` x `down` characters apart; the lines run on the characters between them:

    +---+---+      across = 4, down = 2: the inside of a cell is 3 x 1 characters
    | A | B |
    +---+---+
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.tui.canvas import PLAIN
from clew.tui.signs import LIGHT, box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.tui.canvas import Canvas, Style
    from clew.tui.signs import Signs


class Lattice:
    """Lines by weight: `upright[x, y]` is left of cell (x, y), `level[x, y]` above it."""

    def __init__(self, columns: int, rows: int, across: int, down: int) -> None:
        self.columns, self.rows = columns, rows
        self.across, self.down = across, down
        self.upright: dict[tuple[int, int], int] = {}
        self.level: dict[tuple[int, int], int] = {}

    @property
    def width(self) -> int:
        """Columns of characters, including the outer lines."""
        return self.columns * self.across + 1

    @property
    def height(self) -> int:
        """Rows of characters, including the outer lines."""
        return self.rows * self.down + 1

    def frame(self, weight: int = LIGHT) -> None:
        """The outline of all cells together."""
        self.around(range(self.columns * self.rows), weight)

    def around(self, cells: Iterable[int], weight: int = LIGHT) -> None:
        """The outline of a set of cells."""
        places = {(cell % self.columns, cell // self.columns) for cell in cells}
        for x, y in places:
            sides = (
                (self.upright, (x, y), (x - 1, y)),
                (self.upright, (x + 1, y), (x + 1, y)),
                (self.level, (x, y), (x, y - 1)),
                (self.level, (x, y + 1), (x, y + 1)),
            )
            for lines, at, beyond in sides:
                if beyond not in places:
                    lines[at] = max(weight, lines.get(at, 0))

    def wall(self, cell: int, direction: int, weight: int) -> None:
        """A line on one side of a cell: 0 left, 1 right, 2 up, 3 down."""
        x, y = cell % self.columns, cell // self.columns
        if direction < 2:
            self.upright[x + direction, y] = weight
        else:
            self.level[x, y + direction - 2] = weight

    def paint(
        self,
        canvas: Canvas,
        left: int,
        top: int,
        signs: Signs,
        style: Callable[[int], Style] = lambda weight: PLAIN,
    ) -> None:
        """Draws the lines, each in the style of its weight."""
        for y in range(self.rows + 1):
            for x in range(self.columns + 1):
                self._corner(canvas, left, top, x, y, signs, style)

    def _corner(
        self, canvas: Canvas, left: int, top: int, x: int, y: int, signs: Signs, style: Callable[[int], Style]
    ) -> None:
        at_x, at_y = left + x * self.across, top + y * self.down
        up, down = self.upright.get((x, y - 1), 0), self.upright.get((x, y), 0)
        before, after = self.level.get((x - 1, y), 0), self.level.get((x, y), 0)
        heaviest = max(up, down, before, after)
        if heaviest:
            canvas.put(at_x, at_y, box(signs, up, after, down, before), style(heaviest))
        if after and x < self.columns:
            canvas.put(at_x + 1, at_y, box(signs, 0, after, 0, after) * (self.across - 1), style(after))
        if down and y < self.rows:
            for row in range(1, self.down):
                canvas.put(at_x, at_y + row, box(signs, down, 0, down, 0), style(down))
