"""The picture of a review: the distance to the goal over the moves, as a thread with a knot for each move."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.pictures.colours import THEMES
from clew.pictures.drawable import counted
from clew.pictures.shapes import Circle, Label, Paint, Rect, line
from clew.pictures.svg import document
from clew.replacement import write_whole

if TYPE_CHECKING:
    from os import PathLike

    from clew.pictures.shapes import Point, Shape
    from clew.pictures.svg import Svg
    from clew.play.reviewed import Reviewed, ReviewedMove

FORMATS = ("svg", "png")
WIDTH, HEIGHT = 880.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 32.0, 92.0, 64.0
MOST_TICKS = 12
MOST_NAMES = 8
"""Names of moves that are written; of more losses the largest are named."""


def draw(review: Reviewed, path: str | PathLike[str] | None, theme: str, width: int | None) -> Svg | None:
    """The curve as SVG, or written to a file. Raises as `Review.draw` says."""
    if theme not in THEMES:
        raise ClewError(f"theme is {theme!r}; it must be one of {', '.join(THEMES)}")
    form = "svg" if path is None else os.path.splitext(os.fspath(path))[1].lower().lstrip(".")
    if form not in FORMATS:
        endings = " or ".join("." + name for name in FORMATS)
        raise ClewError(f"{path}: the name of a picture must end in {endings}")
    text = document(
        _shapes(review),
        WIDTH,
        HEIGHT,
        theme="light" if theme == "auto" and form == "png" else theme,
        title=_title(review),
        description="; ".join(_words(move) for move in review.moves if move.kind in ("loss", "dead end")),
        pixels=width,
    )
    if path is None:
        return text
    made = text.encode()
    if form == "png":
        from clew.pictures.raster import png

        across = round(WIDTH) if width is None else width
        made = png(text, across, round(across * HEIGHT / WIDTH))
    write_whole(path, made)
    return None


def _title(review: Reviewed) -> str:
    made = counted(review.length, review.puzzle.metric)
    few = "" if review.fewest is None else f", the fewest {review.fewest}"
    return f"{review.puzzle.title or review.puzzle.family.capitalize()}: {made}{few}"


def _words(move: ReviewedMove) -> str:
    if move.loss is None:
        return f"move {move.number}, {move.name}: a dead end"
    return f"move {move.number}, {move.name}: {move.loss} lost"


class _Scale:
    """Converts a number of moves and a distance to a place on the picture."""

    def __init__(self, review: Reviewed) -> None:
        self.far = [review.moves[0].before if review.moves else review.left]
        self.far += [move.after for move in review.moves]
        self.most = max([1, *(far for far in self.far if far is not None)])
        self.count = max(1, len(review.moves))

    def x(self, number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / self.count

    def y(self, far: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * far / self.most


def _shapes(review: Reviewed) -> list[Shape]:
    scale = _Scale(review)
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, 0, Paint(fill="paper")),
        Label(_title(review), LEFT, 34, 22, "ink", "start", narrow=WIDTH - LEFT - RIGHT),
        Label("moves to the goal, after each move", LEFT, 64, 15, "ink2", "start"),
    ]
    shapes += _axes(scale)
    for run in _runs(scale):
        shapes.append(line(run, Paint(stroke="accent", width=3)))
    named = {move.number for move in sorted(review.moves, key=_weight)[:MOST_NAMES] if move.kind != "best"}
    for move in review.moves:
        shapes += _knot(move, scale, move.number in named)
    return shapes


def _weight(move: ReviewedMove) -> float:
    """The heaviest losses come first."""
    if move.kind == "dead end":
        return float("-inf")
    return -(move.loss or 0)


def _axes(scale: _Scale) -> list[Shape]:
    shapes: list[Shape] = []
    for far in _ticks(scale.most):
        y = scale.y(far)
        shapes.append(line([(LEFT, y), (WIDTH - RIGHT, y)], Paint(stroke="line", width=1)))
        shapes.append(Label(str(far), LEFT - 14, y, 15, "ink2", "end"))
    for number in _ticks(scale.count):
        shapes.append(Label(str(number), scale.x(number), HEIGHT - BOTTOM + 26, 15, "ink2"))
    return shapes


def _ticks(most: int) -> range:
    """Round numbers from 0 to `most`, few enough to be read."""
    step = next(
        size * power for power in (10**k for k in range(9)) for size in (1, 2, 5)
        if most <= size * power * MOST_TICKS
    )  # fmt: skip
    return range(0, most + 1, step)


def _runs(scale: _Scale) -> list[list[Point]]:
    """The stretches of the curve between positions whose distance is unknown or that have none."""
    runs: list[list[Point]] = [[]]
    for number, far in enumerate(scale.far):
        if far is None:
            runs.append([])
        else:
            runs[-1].append((scale.x(number), scale.y(far)))
    return [run for run in runs if len(run) > 1]


def _knot(move: ReviewedMove, scale: _Scale, named: bool) -> list[Shape]:
    """A knot after each move: a small one if it lost nothing, else an open ring, named by the move."""
    if move.kind == "best":
        return (
            [] if move.after is None else [Circle(*_at(scale, move.number, move.after), 4, Paint("accent"))]
        )
    if move.kind == "loss" and move.after is not None:
        x, y = _at(scale, move.number, move.after)
        ring: list[Shape] = [Circle(x, y, 7, Paint("paper", stroke="ink", width=2.5))]
        return [*ring, Label(f"{move.name} +{move.loss}", x, y - 22, 14, "ink")] if named else ring
    if move.kind == "dead end" and move.before is not None:
        x, y = _at(scale, move.number - 1, move.before)
        to = scale.x(move.number)
        cross = [
            line([(to - 6, y - 6), (to + 6, y + 6)], Paint(stroke="ink", width=2.5)),
            line([(to - 6, y + 6), (to + 6, y - 6)], Paint(stroke="ink", width=2.5)),
        ]
        dots = line([(x, y), (to - 8, y)], Paint(stroke="ink2", width=2, dash=(0, 6)))
        return [dots, *cross, Label(move.name, to, y - 22, 14, "ink")]
    return []


def _at(scale: _Scale, number: int, far: int) -> Point:
    return scale.x(number), scale.y(far)
