"""Sokoban: walls, floor, goals as dashed squares that stay around the boxes on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.sokoban.puzzle import Sokoban
from clew.pictures.colours import PIECES
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Circle, Paint, Point, Rect, Shape, at, line
from clew.puzzles.cells import cell_number

if TYPE_CHECKING:
    from clew.puzzles.position import Code, Position

CELL = 60.0
MARGIN = 14.0
HALF = 21.0
"""Half a box."""

HEAD = 20.0
"""The radius of the player."""

PLAYER = "player"


class SokobanRenderer(Renderer):
    """Draws a Sokoban board. `puzzle`, `theme` and `marks` are as in `clew.draw`."""

    unit = CELL

    def __init__(self, puzzle: Sokoban, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle
        self.width = puzzle.columns * CELL + 2 * MARGIN
        self.height = puzzle.rows * CELL + 2 * MARGIN

    @property
    def caption(self) -> str:
        return "Push every box onto a goal."

    def _middle(self, cell: int) -> Point:
        row, column = divmod(cell, self.puzzle.columns)
        return MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL

    def backdrop(self) -> list[Shape]:
        puzzle, colours = self.puzzle, self.colours
        shapes = self.tray(self.width, self.height, 22)
        floor, stone = Paint(fill=colours.cell), self.edged(Paint(fill=colours.stone, shade=True), 1.5)
        for cell in sorted(puzzle._inside | puzzle.goal_cells | set(puzzle.boxes)):
            x, y = self._middle(cell)
            shapes.append(Rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, 4, floor))
        for cell in sorted(puzzle.walls):
            x, y = self._middle(cell)
            shapes.append(Rect(x - CELL / 2 + 0.5, y - CELL / 2 + 0.5, CELL - 1, CELL - 1, 5, stone))
        return shapes + [at(*self._middle(cell), self._goal()) for cell in sorted(puzzle.goal_cells)]

    def _goal(self) -> list[Shape]:
        half = CELL / 2 - 4.5
        around = Paint(stroke=self.colours.goal_letter, width=3, dash=(4.5, 6.6))
        disc = Paint(fill=self.colours.goal_letter)
        return [Rect(-half, -half, 2 * half, 2 * half, 7, around), Circle(0, 0, 6, disc)]

    def items(self, state: Position) -> list[Item]:
        player, *boxes = state._numbers
        goals = self.puzzle.goal_cells
        looks = [(cell, "home" if cell in goals else "box") for cell in boxes]
        return [Item(cell, look, *self._middle(cell)) for cell, look in [*looks, (player, PLAYER)]]

    def look(self, name: str) -> list[Shape]:
        return self._player() if name == PLAYER else self._box(name == "home")

    def _box(self, home: bool) -> list[Shape]:
        """A crate with a cross; on a goal, in another colour and with a lid."""
        body = self.edged(Paint(fill=PIECES["G" if home else "O"], shade=True), 1.5)
        ink = Paint(stroke=self.colours.letter, width=3, opacity=0.7)
        inner = HALF - 5.5
        shapes: list[Shape] = [
            Rect(-HALF, -HALF, 2 * HALF, 2 * HALF, 5, body),
            Rect(-inner, -inner, 2 * inner, 2 * inner, 2.5, ink),
        ]
        if home:
            return [*shapes, Circle(0, 0, 6, Paint(fill=self.colours.letter, opacity=0.7))]
        cross = [((-inner, -inner), (inner, inner)), ((inner, -inner), (-inner, inner))]
        return shapes + [line(ends, ink) for ends in cross]

    def _player(self) -> list[Shape]:
        body = self.edged(Paint(fill=PIECES["B"], shade=True), 1.5)
        eye = Paint(fill=self.colours.letter)
        return [Circle(0, 0, HEAD, body), *(Circle(x, -4, 3.4, eye) for x in (-7, 7))]

    def ring(self, name: str) -> list[Shape]:
        half, gap = CELL / 2 - 1, Paint(stroke=self.colours.tray, width=3)
        inner = half - 3.5
        return [
            Rect(-inner, -inner, 2 * inner, 2 * inner, 7, gap),
            Rect(-half, -half, 2 * half, 2 * half, 9, Paint(stroke=self.attention, width=4.5)),
        ]

    def stop(self, kind: str, place: str) -> Point | None:
        cell = cell_number(place, self.puzzle.rows, self.puzzle.columns)
        return None if cell is None else self._middle(cell)

    def parts(self, state: Position) -> list[Item]:
        return [item._replace(look="box") if item.look == "home" else item for item in super().parts(state)]

    def way(self, state: Position, code: Code) -> Way:
        first, *others = (self._way(state, here, there) for here, there in self._moved(state, code))
        return first._replace(pushed=tuple(others))

    def _moved(self, state: Position, code: Code) -> list[tuple[int, int]]:
        """What goes where: the player first where steps count, the box where pushes do."""
        moved = self.puzzle._displaced(state, code)
        return moved[::-1] if self.puzzle._by_steps else moved

    def _way(self, state: Position, here: int, there: int) -> Way:
        points = [self._middle(here), self._middle(there)]
        look = next(item.look for item in self.items(state) if item.place == here)
        (x, y), (x2, y2) = points
        far = max(abs(x2 - x), abs(y2 - y))
        return Way(here, there, look, points, points[-1], ((x2 - x) / far, (y2 - y) / far))


def renderer(puzzle: Sokoban, theme: str, marks: str) -> SokobanRenderer:
    """The renderer of a Sokoban board; see `clew.draw` for `theme` and `marks`."""
    return SokobanRenderer(puzzle, theme, marks)
