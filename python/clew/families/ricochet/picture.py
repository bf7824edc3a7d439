"""Ricochet: tiles on a grid with stones and walls; goals are dashed outlines that stay on the board.

A goal that may be completed anywhere is shown beside the board, as a separate pattern.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.ricochet.board import Diagonal
from clew.families.ricochet.diagonals import corners
from clew.families.ricochet.puzzle import Ricochet
from clew.families.ricochet.signs import EMPTY, letters_of
from clew.pictures.colours import marks_of
from clew.pictures.outline import outline
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Label, Paint, Path, Point, Rect, Shape, at, line, mark
from clew.puzzles.cells import DELTAS, cell_number

if TYPE_CHECKING:
    from clew.puzzles.position import Code, Position

CELL = 76.0
MARGIN = 20.0
INSET = 7.0
RADIUS = 14.0
WALL = 9.0
PATTERN = 0.62
"""The size of a pattern beside the board, to the board's cells."""

GAP = 28.0


class RicochetRenderer(Renderer):
    """Draws a ricochet board. `puzzle`, `theme` and `marks` are as in `clew.draw`."""

    unit = CELL

    def __init__(self, puzzle: Ricochet, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle
        self.looks = marks_of(puzzle.colours())
        self.board_width = puzzle.columns * CELL + 2 * MARGIN
        self.width = self.board_width
        self.height = puzzle.rows * CELL + 2 * MARGIN
        self.beside = puzzle.anywhere and bool(puzzle.goal)
        if self.beside:
            self.width += GAP + (len(puzzle.goal[0]) * CELL + 2 * MARGIN) * PATTERN
            self.height = max(self.height, (len(puzzle.goal) * CELL + 2 * MARGIN) * PATTERN)

    @property
    def caption(self) -> str:
        if self.puzzle.must_turn:
            return "Cover the marked square with its tile, which must turn on its way."
        if self.beside:
            return "Make the pattern shown beside the board, anywhere on it."
        return "Cover every marked square with its colour."

    def _middle(self, cell: int) -> Point:
        row, column = divmod(cell, self.puzzle.columns)
        return MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL

    def backdrop(self) -> list[Shape]:
        puzzle, colours = self.puzzle, self.colours
        board_height = puzzle.rows * CELL + 2 * MARGIN
        shapes = self.tray(self.board_width, board_height, 28)
        if puzzle.edges == "open":
            shapes.append(self._open_rim(board_height))
        for cell in range(puzzle.rows * puzzle.columns):
            if cell not in puzzle.blocks:
                x, y = self._middle(cell)
                side = CELL - 3
                shapes.append(Rect(x - side / 2, y - side / 2, side, side, 10, Paint(fill=colours.cell)))
        stone = self.edged(Paint(fill=colours.stone, shade=True), 1.5)
        for cell in sorted(puzzle.blocks):
            x, y = self._middle(cell)
            shapes.append(Rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, 10, stone))
        if not puzzle.anywhere:
            goals = "".join(puzzle.goal)
            places = [(cell, letter) for cell, letter in enumerate(goals) if letter != EMPTY]
            shapes += [at(*self._middle(cell), self._goal(letter)) for cell, letter in places]
        shapes += [shape for diagonal in puzzle.diagonals for shape in self._diagonal(diagonal)]
        shapes += [self._wall(cell, direction) for cell, direction in puzzle.walls]
        return shapes + (self._pattern() if self.beside else [])

    def _open_rim(self, height: float) -> Shape:
        """A dotted rim: off the board there is no stop."""
        half = MARGIN / 2
        dots = Paint(stroke=self.colours.line, width=5, dash=(0, 19))
        return Rect(half, half, self.board_width - 2 * half, height - 2 * half, 20, dots)

    def _goal(self, letter: str) -> list[Shape]:
        look = self.looks[letter]
        half = CELL / 2 - 3.5
        around = outline([(0, 0)], 2 * half, 0, RADIUS)
        shapes: list[Shape] = []
        if self.colours.edge is not None:
            under = Paint(stroke=self.colours.edge, width=5.5)
            shapes.append(at(-half, -half, [Path(around, under)]))
        dashed = Paint(stroke=look.colour, width=4, dash=(6.5, 8.3))
        shapes.append(at(-half, -half, [Path(around, dashed)]))
        if self.marks == "shapes" and look.shape is not None:
            return [*shapes, mark(look.shape, 0, 0, 9, self.colours.goal_letter)]
        return [*shapes, Label(letter, 0, 0, 24, self.colours.goal_letter)]

    def _wall(self, cell: int, direction: int) -> Shape:
        x, y = self._middle(cell)
        down, right = DELTAS[direction]
        x, y = x + right * CELL / 2, y + down * CELL / 2
        reach = CELL / 2 - 4
        ends = [(x - down * reach, y - right * reach), (x + down * reach, y + right * reach)]
        return line(ends, Paint(stroke=self.colours.edge or self.colours.goal_letter, width=WALL))

    def _diagonal(self, diagonal: Diagonal) -> list[Shape]:
        """A bar across the cell in the colour that passes through; without a colour, like a wall."""
        x, y = self._middle(diagonal.cell)
        reach = CELL / 2 - 9
        rise = -reach if diagonal.rising else reach
        ends = [(x - reach, y - rise), (x + reach, y + rise)]
        dark = self.colours.edge or self.colours.goal_letter
        bar = line(ends, Paint(stroke=dark, width=WALL + 3))
        if not diagonal.colour:
            return [bar]
        return [bar, line(ends, Paint(stroke=self.looks[diagonal.colour].colour, width=WALL - 1.5))]

    def _pattern(self) -> list[Shape]:
        """The goal as a small board of its own."""
        puzzle = self.puzzle
        width = len(puzzle.goal[0]) * CELL + 2 * MARGIN
        height = len(puzzle.goal) * CELL + 2 * MARGIN
        shapes = self.tray(width, height, 28)
        for row, letters in enumerate(puzzle.goal):
            for column, letter in enumerate(letters):
                x, y = MARGIN + column * CELL, MARGIN + row * CELL
                shapes.append(Rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, 10, Paint(fill=self.colours.cell)))
                if letter != EMPTY:
                    shapes.append(at(x + CELL / 2, y + CELL / 2, self.look(f"tile:{letter}")))
        return [at(self.board_width + GAP, 0, shapes, PATTERN)]

    def items(self, state: Position) -> list[Item]:
        goals = "" if self.puzzle.anywhere else "".join(self.puzzle.goal)
        found = []
        home = self.puzzle.is_home(state)
        for cell, letter in enumerate(letters_of(state)):
            if letter in self.looks:
                kind = "home" if home and goals[cell : cell + 1] == letter else "tile"
                found.append(Item(cell, f"{kind}:{letter}", *self._middle(cell)))
        return found

    def look(self, name: str) -> list[Shape]:
        kind, _, letter = name.partition(":")
        look = self.looks[letter]
        half = CELL / 2 - INSET
        body = self.edged(Paint(fill=look.colour, shade=True), 1.5)
        shapes: list[Shape] = []
        if self.colours.edge is None:
            under = Paint(fill=self.colours.hole, opacity=0.75)
            shapes.append(Rect(-half, -half + 3.5, 2 * half, 2 * half, RADIUS, under))
        shapes.append(Rect(-half, -half, 2 * half, 2 * half, RADIUS, body))
        if kind == "home":
            inner = Paint(stroke=self.colours.letter, width=2.5, opacity=0.75)
            shapes.append(Rect(-half + 5.5, -half + 5.5, 2 * half - 11, 2 * half - 11, RADIUS - 5, inner))
        return [*shapes, self.marked(look, 32, 44)]

    def stop(self, kind: str, place: str) -> Point | None:
        cell = cell_number(place, self.puzzle.rows, self.puzzle.columns)
        return None if cell is None else self._middle(cell)

    def parts(self, state: Position) -> list[Item]:
        return [item._replace(look=item.look.replace("home:", "tile:")) for item in super().parts(state)]

    def ring(self, name: str) -> list[Shape]:
        half = CELL / 2 - 2
        inner = half - 3.5
        gap = Paint(stroke=self.colours.tray, width=3)
        return [
            Rect(-inner, -inner, 2 * inner, 2 * inner, RADIUS + 2, gap),
            Rect(-half, -half, 2 * half, 2 * half, RADIUS + 4, Paint(stroke=self.attention, width=4.5)),
        ]

    def way(self, state: Position, code: Code) -> Way:
        legs = self.puzzle.legs(state, code)
        points = [self._middle(cell) for cell in (code[0], *corners(legs, code[0], self.puzzle.columns))]
        down, right = DELTAS[legs[-1][0]]
        look = f"tile:{letters_of(state)[code[0]]}"
        return Way(code[0], code[2], look, points, points[-1], (float(right), float(down)))


def renderer(puzzle: Ricochet, theme: str, marks: str) -> RicochetRenderer:
    """The renderer of a ricochet board; see `clew.draw` for `theme` and `marks`."""
    return RicochetRenderer(puzzle, theme, marks)
