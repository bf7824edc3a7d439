"""A card of a board for links: the board beside its title, as wide as other sites show previews."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clew.pictures import compose
from clew.pictures.drawable import Drawable
from clew.pictures.raster import png
from clew.pictures.shapes import Circle, Label, Paint, Rect, at, line
from clew.pictures.svg import document

if TYPE_CHECKING:
    from clew.pictures.shapes import Shape
    from clew.puzzles.base import EnginePuzzle

WIDTH, HEIGHT = 1200, 630
MARGIN = 56.0
COLUMN = WIDTH / 2 + 40
ROOM = WIDTH - COLUMN - MARGIN
KNOTS = 6
MOST_KNOTS = 60
"""The knots of a card's longest thread; a longer game ends there."""


class Result(NamedTuple):
    """What a card says of a game that was won: `moves` made, the `par` if it is known, and a last line."""

    moves: int
    par: int | None
    under: str = ""


def card(puzzle: EnginePuzzle, words: str, over: str = "", result: Result | None = None) -> bytes:
    """The card as a PNG: the start of the puzzle, its title, `over` above it and `words` under it. The thread
    has as many knots as the `result` has moves.

    Raises `ClewError` if the extra `draw` is missing.
    """
    drawn = compose.board(Drawable(puzzle, puzzle.initial()), "light", "letters", background=False)
    side = HEIGHT - 2 * MARGIN
    scale = min(side / drawn.width, side / drawn.height)
    left = MARGIN + (side - drawn.width * scale) / 2
    top = (HEIGHT - drawn.height * scale) / 2
    title = puzzle.title or f"{puzzle.family.capitalize()} puzzle"
    middle = HEIGHT / 2
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, 0, Paint(fill="paper")),
        at(left, top, drawn.shapes, scale),
        Label(over, COLUMN, middle - 112, 28, "accent", "start", narrow=ROOM),
        Label(title, COLUMN, middle - 44, 54, "ink", "start", narrow=ROOM),
        Label(words, COLUMN, middle + 20, 30, "ink2", "start", narrow=ROOM),
        *(_thread(middle + 96) if result is None else _played(middle + 96, result)),
        Label("" if result is None else result.under, COLUMN, middle + 164, 28, "ink2", "start", narrow=ROOM),
        Label("clew", COLUMN, HEIGHT - MARGIN - 16, 30, "accent", "start"),
    ]
    return png(document(shapes, WIDTH, HEIGHT, theme="light", title=title), WIDTH, HEIGHT)


def _played(y: float, result: Result) -> list[Shape]:
    """The thread of a game: a knot for each move, an open ring where par is; what is beyond it is hollow."""
    last = min(result.moves, MOST_KNOTS)
    step = ROOM / (max(last, 2) - 1)
    size = min(9.0, step / 3)
    par = result.par if result.par is not None else result.moves
    end = COLUMN + step * (last - 1)
    knots: list[Shape] = []
    for number in range(1, last + 1):
        x = COLUMN + step * (number - 1)
        if number == par:
            knots.append(Circle(x, y, size * 1.6, Paint(fill="paper", stroke="accent", width=size * 0.7)))
        elif number < par:
            knots.append(Circle(x, y, size, Paint(fill="accent")))
        else:
            knots.append(Circle(x, y, size, Paint(fill="paper", stroke="accent", width=size * 0.5)))
    return [line([(COLUMN, y), (end, y)], Paint(stroke="accent", width=min(6.0, size * 0.7))), *knots]


def _thread(y: float) -> list[Shape]:
    """The thread with its knots, and an open ring at its end."""
    step = ROOM / (KNOTS + 1)
    knots: list[Shape] = [Circle(COLUMN + step * n, y, 9, Paint(fill="accent")) for n in range(KNOTS)]
    end = COLUMN + step * KNOTS
    return [
        line([(COLUMN, y), (end, y)], Paint(stroke="accent", width=6)),
        *knots,
        Circle(end, y, 14, Paint(fill="paper", stroke="strong", width=6)),
    ]
