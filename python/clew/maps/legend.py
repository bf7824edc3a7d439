"""The legend of a map: its title, its numbers, the colour scale with its unit, the symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.pictures import glyphs
from clew.pictures.drawable import counted
from clew.pictures.shapes import Label, Paint, Rect, at
from clew.statespace.arrays import NO_GOAL

if TYPE_CHECKING:
    from clew.maps.scale import Scale
    from clew.pictures.shapes import Shape
    from clew.statespace.space import StateSpace

COLUMN = 330.0
BAR = 14.0

MEANINGS = {
    "layers": ("Each ring is one move farther from the goal;", "neighbours lie in similar directions."),
    "pivot-mds": ("States few moves apart are near,", "states many moves apart are far."),
    "igraph": ("Moves pull the states that they join", "together; all others push apart."),
}


def legend(
    space: StateSpace, scale: Scale, entries: list[tuple[str, list[Shape], str]], method: str
) -> list[Shape]:
    """The shapes of the column, `COLUMN` wide, from (0, 0) downwards."""
    shapes: list[Shape] = [Label("Map" if space.complete else "Part of the map", 0, 12, 15, "ink2", "start")]
    title = space.puzzle.title or f"{space.puzzle.family.capitalize()} puzzle"
    y = 46.0
    for words in _folded(title, 28):
        shapes.append(Label(words, 0, y, 28, "ink", "start", narrow=COLUMN))
        y += 36
    y += 6
    for words in (*_figures(space), "", *MEANINGS[method]):
        if words:
            shapes.append(Label(words, 0, y, 16, "ink2", "start", narrow=COLUMN))
        y += 25 if words else 12
    y += 26
    shapes += _bar(scale, y)
    y += 104
    for name, sign, figure in entries:
        shapes.append(at(14, y, sign))
        shapes.append(Label(name, 42, y, 16, "ink", "start", narrow=COLUMN - 110))
        shapes.append(Label(figure, COLUMN, y, 16, "ink2", "end"))
        y += 38
    return shapes


def _folded(text: str, size: float) -> list[str]:
    """The text in lines of the column's width, at most three."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        fits = glyphs.advance(longer) / glyphs.EM * size <= COLUMN
        if fits or not lines[-1] or len(lines) == 3:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _figures(space: StateSpace) -> list[str]:
    goals = int(space.is_goal.sum())
    lines = [f"{space.n:,} state{'s' * (space.n != 1)}, {space.edges:,} moves"]
    if space.part is not None:
        lines.append(space.part)
    far = int(space.distance[space.start])
    if far == NO_GOAL:
        return [*lines, no_goal(space)]
    return [*lines, f"{goals:,} solved; the start is {counted(far, space.puzzle.metric)} away"]


def map_title(space: StateSpace) -> str:
    """The title of a file with a map."""
    name = space.puzzle.title or f"a {space.puzzle.family} puzzle"
    return f"{'Map' if space.complete else 'Part of the map'} of {name}"


def no_goal(space: StateSpace) -> str:
    """What a map says where no goal is within reach of the start."""
    return "no goal can be reached from the start" if space.complete else "no goal is on this part"


def _bar(scale: Scale, y: float) -> list[Shape]:
    """The scale of colours with its title and what its ends are."""
    ends = y + 20 + BAR + 20
    return [
        Label(scale.title, 0, y, 16, "ink", "start"),
        *bar(scale, "map", 0, y + 20, COLUMN, BAR),
        Label(scale.low, 0, ends, 16, "ink2", "start"),
        Label(scale.high, COLUMN, ends, 16, "ink2", "end"),
    ]


def bar(scale: Scale, ramp: str, x: float, y: float, wide: float, high: float) -> list[Shape]:
    """The colours of values at equal distances, from the lowest to the highest; `ramp` is "map" or "way"."""
    part = wide / len(scale.bar)
    return [
        Rect(
            x + number * part,
            y,
            part + 0.6 * (number < len(scale.bar) - 1),  # no seams where pixels are shared
            high,
            0,
            Paint(fill=f"{ramp}{step}"),
        )
        for number, step in enumerate(scale.bar)
    ]
