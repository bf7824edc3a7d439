"""Coroutine: squares with arrows printed in them, two coins, and a target of three rings.

The square that is read now has its arrows in black discs, and the coin to move wears a dark ring.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from clew.families.coroutine.puzzle import Coroutine
from clew.families.coroutine.signs import PASS, STEPS
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Circle, Label, Paint, Point, Rect, Shape, at, line
from clew.puzzles.cells import cell_number

if TYPE_CHECKING:
    from clew.puzzles.position import Code, Position

SQUARE = 204.0
GAP = 10.0
MARGIN = 28.0
STRAIGHT, DIAGONAL = 72.0, 84.0
COIN = 37.0
INK = "#2B3743"


class CoroutineRenderer(Renderer):
    """Draws a coroutine board. `puzzle`, `theme` and `marks` are as in `clew.draw`."""

    unit = SQUARE + GAP

    def __init__(self, puzzle: Coroutine, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle
        self.width = puzzle.columns * self.unit - GAP + 2 * MARGIN
        self.height = puzzle.rows * self.unit - GAP + 2 * MARGIN

    @property
    def caption(self) -> str:
        return "Bring either coin to the target."

    @property
    def attention(self) -> str:
        """The colour of the ring around the coin to move."""
        return self.colours.letter

    @property
    def behind_arrow(self) -> str:
        """The colour of the disc behind an arrow."""
        return self.colours.square

    def _middle(self, cell: int) -> Point:
        row, column = divmod(cell, self.puzzle.columns)
        return (
            MARGIN + SQUARE / 2 + column * self.unit,
            MARGIN + SQUARE / 2 + row * self.unit,
        )

    def backdrop(self) -> list[Shape]:
        puzzle = self.puzzle
        shapes = self.tray(self.width, self.height, 30)
        paper = self.edged(Paint(fill=self.colours.square))
        for cell, directions in enumerate(puzzle.squares):
            x, y = self._middle(cell)
            shapes.append(Rect(x - SQUARE / 2, y - SQUARE / 2, SQUARE, SQUARE, 18, paper))
            if cell == puzzle.target:
                rings = Paint(stroke=self.colours.ring, width=5)
                shapes += [Circle(x, y, r, rings) for r in (18, 34, 50)]
            shapes += [
                at(x + dx, y + dy, [_arrow(d, INK)]) for d in sorted(directions) for dx, dy in [_offset(d)]
            ]
        return shapes

    def items(self, state: Position) -> list[Item]:
        position = self.puzzle._numbers(state)
        turn = position[2]
        found = []
        if self.puzzle.target not in position[:2]:
            read = position[turn if self.puzzle.rule == "own" else 1 - turn]
            x, y = self._middle(read)
            for direction in sorted(self.puzzle.squares[read]):
                dx, dy = _offset(direction)
                found.append(Item(f"arrow {direction}", f"arrow:{direction}", x + dx, y + dy))
            found.append(Item("turn", "turn", *self._middle(position[turn])))
        found += [Item(f"coin {coin}", f"coin:{coin}", *self._middle(position[coin])) for coin in (0, 1)]
        return found

    def look(self, name: str) -> list[Shape]:
        kind, _, which = name.partition(":")
        if kind == "arrow":
            disc = Circle(0, 0, 20, Paint(fill=self.colours.letter))
            return [disc, _arrow(int(which), "#FFFFFF")]
        if kind == "turn":
            return [Circle(0, 0, COIN + 7.5, Paint(stroke=self.colours.letter, width=4))]
        coin = int(which)
        inner = Paint(stroke="#FFFFFF", width=2.2, opacity=0.75, dash=(0, 5.5) if coin else ())
        return [
            Circle(0, 4, COIN, Paint(fill=self.colours.letter, opacity=0.25)),
            Circle(0, 0, COIN, Paint(fill=self.colours.coins[coin], shade=True)),
            Circle(0, 0, COIN - 6, inner),
            Label(which, 0, 0, 34, "#FFFFFF"),
        ]

    def reach_of(self, name: str) -> tuple[float, float, float, float]:
        half = COIN + 12.0
        return half, half, half, half

    def stop(self, kind: str, place: str) -> Point | None:
        cell = cell_number(place, self.puzzle.rows, self.puzzle.columns)
        return None if cell is None else self._middle(cell)

    def is_piece(self, name: str) -> bool:
        return name.startswith("coin:")

    def ring(self, name: str) -> list[Shape]:
        return [Circle(0, 0, COIN + 7.5, Paint(stroke=self.attention, width=5))]

    def sign(self, state: Position, way: Way) -> list[Shape]:
        x, y = way.lead
        ink = self.colours.coins[int(str(way.source)[-1])]
        trail = self.trail(way)
        dots = Paint(stroke=ink, width=8, dash=(0, 17))
        landing = Paint(stroke=ink, width=5, dash=(0, 11.6))
        return [
            *([line(trail, dots)] if trail else []),
            Circle(x, y, COIN, landing),
            Circle(x, y, 8, Paint(fill=ink)),
        ]

    def trail(self, way: Way) -> list[Point]:
        (ax, ay), (bx, by) = way.points[0], way.lead
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        near, far = COIN + 22, length - COIN - 14
        return [(ax + ux * near, ay + uy * near), (ax + ux * far, ay + uy * far)]

    def way(self, state: Position, code: Code) -> Way | None:
        if code[1] == PASS:
            return None
        start = self._middle(self.puzzle._numbers(state)[code[0]])
        end = self._middle(code[2])
        length = hypot(end[0] - start[0], end[1] - start[1])
        turn = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        place = f"coin {code[0]}"
        return Way(place, place, f"coin:{code[0]}", [start, end], end, turn)


def _offset(direction: int) -> Point:
    """From the middle of a square to the middle of one of its arrows."""
    down, right = STEPS[direction]
    reach = DIAGONAL / 2**0.5 if down and right else STRAIGHT
    return right * reach, down * reach


def _arrow(direction: int, ink: str) -> Shape:
    """An arrow around (0, 0), its head and its shaft in one line."""
    down, right = STEPS[direction]
    length = hypot(down, right)
    dx, dy = right / length, down / length
    points = [(-11.0, 0.0), (11.0, 0.0), (2.5, -8.5), (11.0, 0.0), (2.5, 8.5)]
    turned = [(dx * px - dy * py, dy * px + dx * py) for px, py in points]
    return line(turned, Paint(stroke=ink, width=5))


def renderer(puzzle: Coroutine, theme: str, marks: str) -> CoroutineRenderer:
    """The renderer of a coroutine board; see `clew.draw` for `theme` and `marks`."""
    return CoroutineRenderer(puzzle, theme, marks)
