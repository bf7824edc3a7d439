"""What does not move, as shapes: pixels of the whole world at one zoom, from its upper left corner."""

from __future__ import annotations

from math import ceil, pi, sin

from clew.pictures.shapes import Circle, Paint, Path, Rect, Segment, Shape, line
from clew_world.elements import Solid
from clew_world.level import Level
from clew_world.paint import palette
from clew_world.paint.themes import THEMES, Theme, sky


def scenery(level: Level, zoom: float) -> list[tuple[tuple[float, float, float, float], Shape]]:
    """The shapes from back to front, each with the box of pixels that it may touch."""
    wide, tall = level.width * zoom, level.height * zoom
    everywhere = (0.0, 0.0, wide, tall)
    theme = THEMES[level.theme]
    parts: list[tuple[tuple[float, float, float, float], Shape]] = [
        *((everywhere, shape) for shape in sky(theme, level.width, level.height, zoom)),
        (everywhere, _hills(level, zoom, 0.46, 0.05, 17.0, theme.sky_low)),
        (everywhere, _hills(level, zoom, 0.34, 0.06, 11.0, theme.hill_far)),
        (everywhere, _hills(level, zoom, 0.2, 0.05, 7.0, theme.hill_near)),
    ]

    def add(shape: Shape, left: float, top: float, right: float, bottom: float) -> None:
        parts.append(((left - 8, top - 8, right + 8, bottom + 8), shape))

    def down(y: float) -> float:
        return (level.height - y) * zoom

    if level.goal["reach"] is not None:
        x, y = level.goal["reach"]
        for shape in _flag(x * zoom, down(y), zoom):
            add(shape, x * zoom - zoom, down(y) - 2 * zoom, x * zoom + zoom, down(y))
    for lift in level.lifts:
        ends = [(x + lift.width / 2, y - lift.height / 2) for x, y in lift.ends]
        points = [(x * zoom, down(y)) for x, y in ends]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        for shape in _track(points, zoom, theme):
            add(shape, min(xs), min(ys), max(xs), max(ys))
    for solid in sorted(level.solids, key=lambda solid: solid.kind == "ground", reverse=True):
        rect = solid.rect
        box = (rect.left * zoom, down(rect.top), rect.right * zoom, down(rect.bottom))
        for shape in _solid(solid, box, zoom, theme):
            add(shape, *box)
    for slope in level.slopes:
        rect = slope.rect
        box = (rect.left * zoom, down(rect.top), rect.right * zoom, down(rect.bottom))
        for shape in _slope([(x * zoom, down(y)) for x, y in slope.ends], box, zoom, theme):
            add(shape, *box)
    for ladder in level.ladders:
        rect = ladder.rect
        box = (rect.left * zoom, down(rect.top), rect.right * zoom, down(rect.bottom))
        for shape in _ladder(box, zoom, theme):
            add(shape, *box)
    return parts


def _hills(level: Level, zoom: float, at: float, swing: float, length: float, colour: str) -> Path:
    """A soft line of hills `at` a part of the height; they repeat every few metres, no two alike."""
    wide, tall = level.width * zoom, level.height * zoom
    steps = max(2, ceil(level.width * 2))
    points = []
    for step in range(steps + 1):
        x = step / steps * level.width
        wave = sin(2 * pi * x / length) + 0.5 * sin(2 * pi * x / length / 1.7 + 1)
        points.append((x * zoom, tall * (1 - at - swing * wave)))
    segments: list[Segment] = [
        ("M", (0, tall)),
        *(("L", point) for point in points),
        ("L", (wide, tall)),
        ("Z", ()),
    ]
    return Path(tuple(segments), Paint(fill=colour))


def _solid(solid: Solid, box: tuple[float, float, float, float], zoom: float, theme: Theme) -> list[Shape]:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if solid.kind == "ground":
        turf = min(0.16 * zoom, height)
        return [
            Rect(left, top, width, height, 0, Paint(fill=theme.earth)),
            *_pebbles(left, top + turf, right, bottom, zoom, theme.pebble),
            Rect(left, top, width, turf, 0, Paint(fill=theme.turf)),
            Rect(left, top + turf, width, max(2.0, turf * 0.3), 0, Paint(fill=theme.turf_edge)),
        ]
    if solid.kind == "wall":
        return [
            Rect(left, top, width, height, min(0.08 * zoom, width / 2), Paint(fill=theme.stone_dark)),
            *_bricks(left, top, right, bottom, zoom, theme.joint),
        ]
    radius = min(height / 2, 0.12 * zoom)
    if solid.one_way:
        # A plank on brackets: light, so that you see that there is nothing under it.
        return [
            Rect(left, top, width, height * 0.62, radius * 0.6, Paint(fill=theme.plank)),
            Rect(left, top + height * 0.4, width, height * 0.22, 0, Paint(fill=theme.plank_dark)),
            *(
                line(
                    [
                        (x, top + height * 0.6),
                        (x + side * height * 0.9, top + height * 0.6),
                        (x, top + height * 1.5),
                    ],
                    Paint(fill=theme.plank_dark),
                    closed=True,
                )
                for x, side in ((left + height * 0.3, 1), (right - height * 0.3, -1))
            ),
        ]
    return [
        Rect(left, top, width, height, radius, Paint(fill=theme.stone)),
        Rect(left, top + height * 0.62, width, height * 0.38, radius, Paint(fill=theme.stone_dark)),
        Rect(left, top, width, height * 0.72, radius, Paint(fill=theme.stone)),
    ]


def _slope(
    ends: list[tuple[float, float]],
    box: tuple[float, float, float, float],
    zoom: float,
    theme: Theme,
) -> list[Shape]:
    """A wedge of earth, with turf along its top."""
    (left, high), (right, low) = ends
    bottom = box[3]
    turf = min(0.16 * zoom, bottom - max(high, low))
    seam = turf + max(2.0, turf * 0.3)

    def band(top: float, foot: float, colour: str) -> Shape:
        points = [(left, high + top), (right, low + top), (right, low + foot), (left, high + foot)]
        return line(points, Paint(fill=colour), closed=True)

    earth = [(left, high), (right, low), (right, bottom), (left, bottom)]
    grade = (low - high) / (right - left)
    stones = [
        stone
        for stone in _pebbles(left, box[1], right, bottom + 0.2 * zoom, zoom, theme.pebble)
        if isinstance(stone, Circle)
        and high + (stone.x - left) * grade + seam + 0.12 * zoom < stone.y < bottom - 0.06 * zoom
    ]
    # Below the turf, a little beyond its sides: where two shapes only touch, a hair of the sky would be seen.
    beyond = 0.02 * zoom
    wider = [
        (left - beyond, min(high + seam, bottom)),
        (right + beyond, min(low + seam, bottom)),
        (right + beyond, bottom),
        (left - beyond, bottom),
    ]
    return [
        *(line(points, Paint(fill=theme.earth), closed=True) for points in (earth, wider)),
        *stones,
        band(turf, seam, theme.turf_edge),
        band(0.0, turf, theme.turf),
    ]


def _pebbles(left: float, top: float, right: float, bottom: float, zoom: float, colour: str) -> list[Shape]:
    """A few stones in the earth, so that you can see it scroll."""
    stones: list[Shape] = []
    row = 0
    y = top + 0.42 * zoom
    while y < bottom - 0.12 * zoom:
        x = left + (0.5 + 0.8 * (row % 2)) * zoom
        while x < right - 0.3 * zoom:
            stones.append(Circle(x, y, 0.07 * zoom, Paint(fill=colour)))
            x += 1.9 * zoom
        y += 0.5 * zoom
        row += 1
    return stones


def _bricks(left: float, top: float, right: float, bottom: float, zoom: float, colour: str) -> list[Shape]:
    joints: list[Shape] = []
    paint = Paint(stroke=colour, width=max(1.0, 0.035 * zoom))
    y = top + 0.4 * zoom
    while y < bottom - 2:
        joints.append(line([(left, y), (right, y)], paint))
        y += 0.4 * zoom
    return joints


def _ladder(box: tuple[float, float, float, float], zoom: float, theme: Theme) -> list[Shape]:
    left, top, right, bottom = box
    inset = (right - left) * 0.18
    rail = Paint(stroke=theme.rail, width=0.09 * zoom)
    a, b = left + inset, right - inset
    # The rails stand up a little over the platform, to hold on to.
    over = 0.22 * zoom
    rungs = max(2, round((bottom - top) / (0.36 * zoom)))
    steps = [top + (number + 0.5) * (bottom - top) / rungs for number in range(rungs)]
    return [
        *(line([(a, y), (b, y)], Paint(stroke=theme.rung, width=0.07 * zoom)) for y in steps),
        line([(a, top - over), (a, bottom)], rail),
        line([(b, top - over), (b, bottom)], rail),
    ]


def _track(points: list[tuple[float, float]], zoom: float, theme: Theme) -> list[Shape]:
    """The track of a lift: a rail from end to end, and a bolt at each."""
    return [
        line(points, Paint(stroke=theme.stone_dark, width=0.07 * zoom)),
        *(Circle(x, y, 0.1 * zoom, Paint(fill=theme.stone_dark)) for x, y in points),
    ]


def _flag(x: float, y: float, zoom: float) -> list[Shape]:
    """Where the goal is: an open ring on a pole, as the thread's end."""
    return [
        line([(x, y), (x, y - 1.35 * zoom)], Paint(stroke=palette.IVORY, width=0.07 * zoom)),
        line(
            [(x, y - 1.35 * zoom), (x + 0.7 * zoom, y - 1.12 * zoom), (x, y - 0.88 * zoom)],
            Paint(fill=palette.GOOD),
            closed=True,
        ),
        Circle(x, y - 1.4 * zoom, 0.08 * zoom, Paint(fill=palette.IVORY)),
    ]
