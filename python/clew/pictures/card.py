"""A card of a board for links: the board beside its title, as wide as other sites show previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def card(puzzle: EnginePuzzle, words: str) -> bytes:
    """The card as a PNG: the start of the puzzle, its title, and `words` under it.

    Raises `ClewError` if the extra `draw` is missing.
    """
    drawn = compose.board(Drawable(puzzle, puzzle.initial()), "light", "letters", background=False)
    side = HEIGHT - 2 * MARGIN
    scale = min(side / drawn.width, side / drawn.height)
    left = MARGIN + (side - drawn.width * scale) / 2
    top = (HEIGHT - drawn.height * scale) / 2
    title = puzzle.title or f"{puzzle.family.capitalize()} puzzle"
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, 0, Paint(fill="paper")),
        at(left, top, drawn.shapes, scale),
        Label(title, COLUMN, HEIGHT / 2 - 44, 54, "ink", "start", narrow=ROOM),
        Label(words, COLUMN, HEIGHT / 2 + 20, 30, "ink2", "start", narrow=ROOM),
        *_thread(HEIGHT / 2 + 96),
        Label("clew", COLUMN, HEIGHT - MARGIN - 16, 30, "accent", "start"),
    ]
    return png(document(shapes, WIDTH, HEIGHT, theme="light", title=title), WIDTH, HEIGHT)


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
