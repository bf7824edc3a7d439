"""Levels as their games draw them: the sprites of each cell, layer upon layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.goal import goal_words
from clew.families.puzzlescript.sprites import runs
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Paint, Point, Rect, Shape
from clew.puzzles.cells import cell_number

if TYPE_CHECKING:
    from clew.families.puzzlescript.puzzle import PuzzleScript
    from clew.puzzles.position import Code, Position

PIXEL = 8.0
CELL = 5 * PIXEL


class PuzzleScriptRenderer(Renderer):
    """Draws a level from the 5 by 5 sprites of its objects, one picture for each pile of objects."""

    unit = CELL

    def __init__(self, puzzle: PuzzleScript, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle
        self.width, self.height = puzzle.columns * CELL, puzzle.rows * CELL

    @property
    def caption(self) -> str:
        return goal_words(self.puzzle.game)

    def backdrop(self) -> list[Shape]:
        return [Rect(0, 0, self.width, self.height, 0, Paint(fill="#000000"))]

    def items(self, state: Position) -> list[Item]:
        puzzle = self.puzzle
        numbers = puzzle._numbers(state)
        layers = len(puzzle.game.layers)
        found = []
        for x in range(puzzle.columns):
            for y in range(puzzle.rows):
                begin = (x * puzzle.rows + y) * layers
                here = [str(number - 1) for number in numbers[begin : begin + layers] if number]
                found.append(Item(y * puzzle.columns + x, "+".join(here), (x + 0.5) * CELL, (y + 0.5) * CELL))
        return found

    def look(self, name: str) -> list[Shape]:
        shapes: list[Shape] = []
        for number in filter(None, name.split("+")):
            for x, y, wide, ink in runs(self.puzzle.game.order[int(number)]):
                shapes.append(
                    Rect(x * PIXEL - CELL / 2, y * PIXEL - CELL / 2, wide * PIXEL, PIXEL, 0, Paint(fill=ink))
                )
        return shapes

    def stop(self, kind: str, place: str) -> Point | None:
        cell = cell_number(place, self.puzzle.rows, self.puzzle.columns)
        if cell is None:
            return None
        row, column = divmod(cell, self.puzzle.columns)
        return (column + 0.5) * CELL, (row + 0.5) * CELL

    def is_piece(self, name: str) -> bool:
        return any(self.puzzle.game.player >> int(number) & 1 for number in filter(None, name.split("+")))

    def ring(self, name: str) -> list[Shape]:
        return []

    def way(self, state: Position, code: Code) -> Way | None:
        return None


def renderer(puzzle: PuzzleScript, theme: str, marks: str) -> PuzzleScriptRenderer:
    """The renderer of a level; every family module has a function of this name."""
    return PuzzleScriptRenderer(puzzle, theme, marks)
