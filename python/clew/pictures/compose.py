"""Whole pictures: one board on its page, or all boards of a solution, each marked with the next move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import Circle, Label, Paint, Path, Rect, Shape, at, line

if TYPE_CHECKING:
    from clew.pictures.drawable import Drawable
    from clew.pictures.renderer import Renderer

ROOM = 44.0
"""The margin around a board, where its shadow falls."""

TILE = 240.0
"""The largest width and height of each board of a solution."""

BETWEEN = 34.0
CAPTION = 40.0
HEADING = 84.0


class Picture(NamedTuple):
    """Shapes with the width and height that they take, in the picture's units."""

    shapes: list[Shape]
    width: float
    height: float
    title: str
    description: str


def board(subject: Drawable, theme: str, marks: str, background: bool) -> Picture:
    """One board of the subject; with `background`, on a page with its caption, if it has one."""
    renderer = renderer_of(subject.puzzle, theme, marks)
    state = subject.positions[subject.now]
    code = None if subject.following is None else subject.following.code
    shapes: list[Shape] = renderer.picture(state, code)
    width, height = renderer.width, renderer.height
    described = f"{subject.puzzle.draw(state)}\n{subject.words or renderer.caption}"
    if not background:
        return Picture(shapes, width, height, subject.title, described)
    # The surroundings of a board have the same size for boards with few and with many cells.
    measure = max(width, height) / 650
    room = ROOM * measure
    below = 46 * measure if subject.words else 0.0
    whole_width, whole_height = width + 2 * room, height + 2 * room + below
    around: list[Shape] = [Rect(0, 0, whole_width, whole_height, 0, Paint(fill="paper"))]
    if theme != "print":
        around.append(_shadow(renderer, room, measure))
    around.append(at(room, room, shapes))
    if subject.words:
        y = height + room + below
        around.append(
            Label(subject.words, whole_width / 2, y, 24 * measure, "ink", narrow=whole_width - room)
        )
    return Picture(around, whole_width, whole_height, subject.title, described)


def _shadow(renderer: Renderer, room: float, measure: float) -> Shape:
    blur = round(11 * measure, 2)
    paint = Paint(fill="#0F1419", opacity=0.22, blur=blur)
    tray = renderer.backdrop()[:1]
    under = [
        shape._replace(paint=_shaded(shape.paint, paint)) for shape in tray if isinstance(shape, Rect | Path)
    ]
    return at(room, room + 14 * measure, under)


def _shaded(tray: Paint, shadow: Paint) -> Paint:
    """A shadow as wide as the tray, including its stroke."""
    return shadow._replace(stroke=shadow.fill if tray.stroke else None, width=tray.width)


def columns_for(count: int) -> int:
    """How many boards go in a row: about a third more than in a column, with few places left empty."""
    wanted = (count * 1.3) ** 0.5
    choices = range(1, min(8, count) + 1)
    return min(choices, key=lambda columns: (-count % columns) / columns + 0.3 * abs(columns - wanted))


def tiles(subject: Drawable, theme: str, marks: str) -> tuple[list[Shape], float, float]:
    """Each board of the solution with its caption, and the common width and height of all."""
    renderer = renderer_of(subject.puzzle, theme, marks)
    scale = TILE / max(renderer.width, renderer.height)
    wide, high = renderer.width * scale, renderer.height * scale
    width = max(wide, 130.0)
    made: list[Shape] = []
    for number, state in enumerate(subject.positions):
        following = subject.steps[number] if number < len(subject.steps) else None
        code = None if following is None else following.code
        shapes: list[Shape] = [at((width - wide) / 2, 0, renderer.picture(state, code), scale)]
        made.append(at(0, 0, [*shapes, *_caption(subject, number, width / 2, high + 24)]))
    return made, width, high + CAPTION


def _caption(subject: Drawable, number: int, x: float, y: float) -> list[Shape]:
    """The number and the name of the next move."""
    if number < len(subject.steps):
        name = subject.steps[number].name
        return [
            Label(str(number + 1), x - 7, y, 15, "ink2", "end"),
            Label(name, x + 7, y, 18, "ink", "start", narrow=100),
        ]
    solved = subject.puzzle.is_goal(subject.positions[-1])
    return [Label("Solved" if solved else "Here", x, y, 18, "ink")]


def heading(subject: Drawable, x: float, y: float, width: float, size: float = 28) -> list[Shape]:
    """The title of a solution and its facts; `y` is the top."""
    shapes: list[Shape] = [Label(subject.title, x, y + size * 0.5, size, "ink", "start", narrow=width)]
    words = subject.words
    if subject.puzzle.author:
        words = f"{words} · by {subject.puzzle.author}"
    return [*shapes, Label(words, x, y + size * 1.6, size * 0.6, "ink2", "start", narrow=width)]


def strip(subject: Drawable, theme: str, marks: str, background: bool) -> Picture:
    """All boards of a solution in one picture."""
    boards, wide, high = tiles(subject, theme, marks)
    columns = columns_for(len(boards))
    rows = -(-len(boards) // columns)
    margin = BETWEEN
    width = 2 * margin + columns * wide + (columns - 1) * BETWEEN
    height = margin + HEADING + rows * high + (rows - 1) * BETWEEN + margin * 0.6
    shapes: list[Shape] = [Rect(0, 0, width, height, 0, Paint(fill="paper"))] if background else []
    shapes += heading(subject, margin, margin, width - 2 * margin)
    for number, tile in enumerate(boards):
        row, column = divmod(number, columns)
        x, y = margin + column * (wide + BETWEEN), margin + HEADING + row * (high + BETWEEN)
        shapes.append(at(x, y, [tile]))
    moves = " ".join(step.name for step in subject.steps)
    return Picture(shapes, width, height, subject.title, f"{subject.words}: {moves}")


def thread(x: float, y: float, length: float, made: int, moves: int) -> list[Shape]:
    """The progress thread: one knot per move, drawn up to the current move, with an open ring at its end."""
    done = x + length * (made / moves if moves else 1)
    shapes: list[Shape] = [line([(x, y), (x + length - 7, y)], Paint(stroke="line", width=2.5))]
    if made:
        shapes.append(line([(x, y), (min(done, x + length - 7), y)], Paint(stroke="accent", width=3.5)))
    if moves and length / moves > 9:
        for knot in range(1, moves):
            paint = Paint(fill="accent" if knot <= made else "strong")
            shapes.append(Circle(x + length * knot / moves, y, 4 if knot <= made else 3, paint))
    shapes.append(Circle(x, y, 6, Paint(fill="accent")))
    ended = made == moves
    ring = Paint(stroke="accent" if ended else "strong", width=3, fill="accent" if ended else "paper")
    return [*shapes, Circle(x + length, y, 7, ring)]
