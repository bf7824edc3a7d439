"""The null puzzle: a counter between 0 and its highest value. The smallest renderer, and a template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.null.puzzle import Null
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Label, Paint, Rect, Shape

if TYPE_CHECKING:
    from clew.puzzles.position import Code, Position

WIDTH, HEIGHT, MARGIN = 260.0, 200.0, 24.0


class NullRenderer(Renderer):
    """Draws the counter. `puzzle`, `theme` and `marks` are as in `clew.draw`."""

    unit = WIDTH
    width, height = WIDTH, HEIGHT

    def __init__(self, puzzle: Null, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle

    @property
    def caption(self) -> str:
        return "Count down to 0."

    def backdrop(self) -> list[Shape]:
        cell = Paint(fill=self.colours.cell)
        inner = Rect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, 12, cell)
        return [*self.tray(WIDTH, HEIGHT, 30), inner]

    def items(self, state: Position) -> list[Item]:
        return [Item("counter", str(state), WIDTH / 2, HEIGHT / 2)]

    def look(self, name: str) -> list[Shape]:
        return [Label(name, 0, 0, 88, self.colours.goal_letter, narrow=WIDTH - 4 * MARGIN)]

    def ring(self, name: str) -> list[Shape]:
        return []

    def way(self, state: Position, code: Code) -> Way | None:
        return None


def renderer(puzzle: Null, theme: str, marks: str) -> NullRenderer:
    """The renderer of a counter; see `clew.draw` for `theme` and `marks`."""
    return NullRenderer(puzzle, theme, marks)
