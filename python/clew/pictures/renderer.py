"""What every family defines for its picture, so that files, animations and notebooks are written once for
all.

A picture is a *backdrop* that never changes, and the *items* on it in a given state. An item has a *look*, a
short text from which its shapes are made around (0, 0); equal looks are equal pictures, made only once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from clew.pictures.colours import Board, board_of
from clew.pictures.shapes import Circle, Label, Paint, Point, Rect, Shape, at, line, mark
from clew.puzzles.families import part_or

if TYPE_CHECKING:
    from clew.pictures.colours import Mark
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Code, Position

MARKS = ("letters", "shapes")


class Item(NamedTuple):
    """Something on the board; no two items of a state have the same `place`."""

    place: Hashable
    look: str
    x: float
    y: float


class Way(NamedTuple):
    """What a move does to one item: where it was and where it ends up, its look on the way, the points of its
    path.

    `lead` is the point to which the move's arrow points, `turn` the direction of its last leg. `pushed`: what
    the move does to other items at the same time.
    """

    source: Hashable
    target: Hashable
    look: str
    points: list[Point]
    lead: Point
    turn: Point
    pushed: tuple[Way, ...] = ()


class Renderer(ABC):
    """Draws one puzzle. `width` and `height` are in the picture's units, `unit` is the distance between two
    cells.
    """

    width: float
    height: float
    unit: float

    def __init__(self, theme: str, marks: str) -> None:
        self.theme = theme
        self.marks = marks
        self.colours: Board = board_of(theme)

    @abstractmethod
    def backdrop(self) -> list[Shape]:
        """What never moves: the tray, cells, walls, goals."""

    @abstractmethod
    def items(self, state: Position) -> list[Item]:
        """What is on the board in a state, the lowest first."""

    @abstractmethod
    def look(self, name: str) -> list[Shape]:
        """The shapes of a look, around (0, 0)."""

    @abstractmethod
    def ring(self, name: str) -> list[Shape]:
        """The highlight ring around an item with that look."""

    @abstractmethod
    def way(self, state: Position, code: Code) -> Way | None:
        """What a move in that state does; None if nothing moves (a pass)."""

    @property
    @abstractmethod
    def caption(self) -> str:
        """The goal of the puzzle, in a sentence."""

    def picture(self, state: Position, code: Code | None = None) -> list[Shape]:
        """The whole board in a state; marked with the move `code`, if one is given."""
        shapes: list[Shape] = [at(0, 0, self.backdrop(), shared=True)]
        shapes += [at(item.x, item.y, self.look(item.look), shared=True) for item in self.items(state)]
        way = None if code is None else self.way(state, code)
        return shapes if way is None else shapes + self.sign(state, way)

    def sign(self, state: Position, way: Way) -> list[Shape]:
        """A ring around what is to move, dots along its path and an arrow at its end."""
        item = next(item for item in self.items(state) if item.place == way.source)
        ink = self.attention
        dots = Paint(stroke=ink, width=self.unit * 0.055, dash=(0, self.unit * 0.12))
        points = self.trail(way)
        shapes: list[Shape] = [at(item.x, item.y, self.ring(item.look))]
        if len(points) > 1:
            shapes.append(line(points, dots))
        return shapes + arrow(way.lead, way.turn, self.unit * 0.17, ink, self.behind_arrow)

    def trail(self, way: Way) -> list[Point]:
        """Where the dots go: up to the edge of the arrow."""
        (x, y), (dx, dy) = way.lead, way.turn
        gap = self.unit * 0.24
        start = way.points[0]
        first = way.points[1] if len(way.points) > 1 else start
        along = _unit(start, first)
        reach = self.reach(way)
        begin = (start[0] + along[0] * reach, start[1] + along[1] * reach)
        end = (x - dx * gap, y - dy * gap)
        middle = way.points[1:-1]
        if not middle and (end[0] - begin[0]) * along[0] + (end[1] - begin[1]) * along[1] < self.unit * 0.1:
            return []
        return [begin, *middle, end]

    def reach(self, way: Way) -> float:
        """How far the moving piece's edge is from its centre, in the direction in which it leaves."""
        return self.unit * 0.42

    def reach_of(self, name: str) -> tuple[float, float, float, float]:
        """How far a look extends to the left, top, right and bottom of (0, 0), with a margin."""
        half = self.unit * 0.55
        return half, half, half, half

    def parts(self, state: Position) -> list[Item]:
        """The pieces of a board to cut out, each with the look that it has in the hand."""
        return [item for item in self.items(state) if self.is_piece(item.look)]

    def stop(self, kind: str, place: str) -> Point | None:
        """The middle of a piece of that kind at a place that a heat map names; None if it has no picture."""
        return None

    def is_piece(self, name: str) -> bool:
        """Whether the look belongs to something that a player moves."""
        return True

    def printed(self) -> list[Shape]:
        """The board without pieces, to print for playing by hand."""
        return self.backdrop()

    @property
    def attention(self) -> str:
        """The colour of the ring around what is to move."""
        return self.colours.attention

    @property
    def behind_arrow(self) -> str:
        """The colour of the disc behind an arrow."""
        return self.colours.cell

    def marked(self, mark_: Mark, size: float, wide: float) -> Shape:
        """The letter or the shape on a piece, at (0, 0). `size` is the font size, `wide` the width that the
        text must fit.
        """
        if self.marks == "shapes" and mark_.shape is not None:
            return mark(mark_.shape, 0, 0, size * 0.4, self.colours.letter)
        return Label(mark_.text, 0, 0, size, self.colours.letter, narrow=wide)

    def edged(self, paint: Paint, width: float = 2) -> Paint:
        """The paint, with the board's outline if it is for paper."""
        return paint if self.colours.edge is None else paint._replace(stroke=self.colours.edge, width=width)

    def tray(self, width: float, height: float, radius: float) -> list[Shape]:
        """A tray with rounded corners that fills the picture."""
        inset = 0.0 if self.colours.edge is None else 1.5
        paint = self.edged(Paint(fill=self.colours.tray), 3)
        return [Rect(inset, inset, width - 2 * inset, height - 2 * inset, radius, paint)]


def arrow(tip: Point, turn: Point, r: float, ink: str, behind: str) -> list[Shape]:
    """A chevron in a ring, at `tip`, pointing in the direction `turn`."""
    (x, y), (dx, dy) = tip, turn
    a = r * 0.4
    points = [
        (x + dx * (-a / 2) + px * -dy * a, y + dy * (-a / 2) + px * dx * a)
        if px
        else (x + dx * a / 2, y + dy * a / 2)
        for px in (-1, 0, 1)
    ]
    width = r * 0.2
    return [
        Circle(x, y, r, Paint(fill=behind, stroke=ink, width=width)),
        line(points, Paint(stroke=ink, width=width)),
    ]


def _unit(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1
    return dx / length, dy / length


def renderer_of(puzzle: EnginePuzzle, theme: str = "light", marks: str = "letters") -> Renderer:
    """The renderer of a puzzle's family."""
    made: Renderer = part_or(puzzle.family, "picture", "pictures.custom").renderer(puzzle, theme, marks)
    return made
