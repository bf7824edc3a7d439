"""A heat map as a picture: one board for each kind of piece, with a disc at every place where it stops.

The larger the disc, the more of the optimal solutions stop there; it names their share in per cent. The board
is veiled, except for the piece itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from clew.errors import ClewError
from clew.pictures import compose
from clew.pictures.compose import BETWEEN, CAPTION, HEADING, TILE, Picture, columns_for
from clew.pictures.drawable import Drawable, counted, unsolvable_words
from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import Circle, Label, Paint, Rect, Shape, at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from clew.pictures.renderer import Renderer
    from clew.pictures.shapes import Point
    from clew.puzzles.base import EnginePuzzle

VEIL = 0.62
"""How much of the board the veil hides."""

LEAST, MOST = 0.17, 0.4
"""The radius of a disc for the smallest share and for all solutions, in cells."""

WIDEST = 116.0
"""Discs grow with the cells up to this cell width; beyond it, pieces do not grow either."""


class SpotLike(Protocol):
    """The part of `clew.Spot` that pictures need."""

    kind: str
    place: str


@runtime_checkable
class HeatLike(Protocol):
    """The part of `clew.Heatmap` that pictures need."""

    puzzle: EnginePuzzle
    start: Any
    status: str
    count: int | None
    length: int | None
    proof: str | None

    def share(self, kind: str, place: str) -> Fraction: ...
    def __iter__(self) -> Iterator[SpotLike]: ...


def picture(heat: HeatLike, theme: str, marks: str, background: bool) -> Picture:
    """The picture of a heat map; of an empty one, the board and why it is empty.

    Raises `ClewError` if the places are not on a board that can be drawn.
    """
    kinds: dict[str, list[tuple[Point, Fraction]]] = {}
    renderer = renderer_of(heat.puzzle, theme, marks)
    spots = list(heat)
    for spot in spots:
        middle = renderer.stop(spot.kind, spot.place)
        if middle is not None:
            kinds.setdefault(spot.kind, []).append((middle, heat.share(spot.kind, spot.place)))
    if spots and not kinds:
        raise ClewError(
            f"cannot draw this heat map: the places of a {heat.puzzle.family} puzzle, such as "
            f"{spots[0].place!r}, are not on a board; list its spots instead"
        )
    if not kinds:
        words = {
            "unsolvable": unsolvable_words(heat.proof),
            "solved": "This board is solved: there are no stops.",
        }.get(heat.status, "The search was stopped: the stops are not known.")
        return compose.board(Drawable(heat.puzzle, heat.start, words=words), theme, marks, background)
    return _boards(heat, renderer, kinds, background)


def _boards(
    heat: HeatLike, renderer: Renderer, kinds: dict[str, list[tuple[Point, Fraction]]], background: bool
) -> Picture:
    scale = TILE / max(renderer.width, renderer.height)
    wide, high = renderer.width * scale, renderer.height * scale
    across = max(wide, 150.0)
    columns = columns_for(len(kinds))
    rows = -(-len(kinds) // columns)
    width = max(2 * BETWEEN + columns * across + (columns - 1) * BETWEEN, 460.0)
    height = BETWEEN + HEADING + rows * (high + CAPTION) + (rows - 1) * BETWEEN + BETWEEN * 0.6
    shapes: list[Shape] = [Rect(0, 0, width, height, 0, Paint(fill="paper"))] if background else []
    subject = Drawable(heat.puzzle, heat.start, words=_words(heat))
    shapes += compose.heading(subject, BETWEEN, BETWEEN, width - 2 * BETWEEN)
    for number, (kind, stops) in enumerate(kinds.items()):
        row, column = divmod(number, columns)
        x = BETWEEN + column * (across + BETWEEN)
        y = BETWEEN + HEADING + row * (high + CAPTION + BETWEEN)
        shapes.append(at(x + (across - wide) / 2, y, _board(renderer, heat.start, kind, stops), scale))
        words = f"{kind}: {len(stops)} place{'s' * (len(stops) != 1)}"
        shapes.append(Label(words, x + across / 2, y + high + 24, 18, "ink", narrow=across))
    return Picture(shapes, width, height, f"Heat map of {subject.title}", _described(heat))


def _board(renderer: Renderer, start: Any, kind: str, stops: list[tuple[Point, Fraction]]) -> list[Shape]:
    colours = renderer.colours
    veil = Rect(0, 0, renderer.width, renderer.height, 30, Paint(fill=colours.tray, opacity=VEIL))
    own = [
        at(item.x, item.y, renderer.look(item.look), shared=True)
        for item in renderer.items(start)
        if renderer.is_piece(item.look) and item.look.rpartition(":")[2] == kind
    ]
    return [*renderer.picture(start), veil, *own, *(_disc(renderer, *stop) for stop in stops)]


def _disc(renderer: Renderer, middle: Point, share: Fraction) -> Shape:
    unit = min(renderer.unit, WIDEST)
    r = unit * (LEAST + (MOST - LEAST) * float(share) ** 0.5)
    rim = Paint(fill=renderer.colours.attention, stroke=renderer.colours.tray, width=unit * 0.03)
    return at(
        *middle,
        [
            Circle(0, 0, r, rim),
            Label(percent(share), 0, 0, unit * 0.22, renderer.colours.tray, narrow=1.6 * r),
        ],
    )


def percent(share: Fraction) -> str:
    """A share in per cent without the sign: ``"100"`` only if it is all, ``"<1"`` if it would be 0."""
    if share == 1:
        return "100"
    return "<1" if share * 200 < 1 else str(min(99, max(1, round(share * 100))))


def _words(heat: HeatLike) -> str:
    solutions = f"{heat.count:,} optimal solution{'s' * (heat.count != 1)}"
    length = counted(heat.length or 0, heat.puzzle.metric)
    proof = "" if heat.proof is None else f" ({heat.proof})"
    return f"Where pieces stop in {solutions} of {length}{proof}, in per cent"


def _described(heat: HeatLike) -> str:
    stops = "; ".join(
        f"{spot.kind} at {spot.place} in {percent(heat.share(spot.kind, spot.place))} %" for spot in heat
    )
    return f"{_words(heat)}: {stops}"
