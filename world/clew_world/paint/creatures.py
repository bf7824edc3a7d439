"""Characters as shapes: 100 units per metre, the foot at (0, 0), y down, looking to the right.

Each kind has a silhouette of its own, so that you can tell it apart without its colour.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import NamedTuple

from clew.pictures.colours import PIECES
from clew.pictures.shapes import Circle, Paint, Path, Point, Rect, Segment, Shape, line
from clew_world.paint import palette

PHASES = 8
"""Pictures of a full step."""

_EYE, _WHITE = Paint(fill=palette.INK), Paint(fill=palette.WHITE)


def _paint(colour: str) -> Paint:
    return Paint(fill=colour)


def _stroke(colour: str, width: float) -> Paint:
    return Paint(stroke=colour, width=width)


def curve(start: Point, *handles: tuple[float, float, float, float, float, float]) -> tuple[Segment, ...]:
    """Cubic curves one after the other."""
    return (("M", start), *(("C", handle) for handle in handles))


def _oval(x: float, y: float, rx: float, ry: float, paint: Paint) -> Path:
    k = 0.5522847
    return Path(
        (
            *curve(
                (x - rx, y),
                (x - rx, y - k * ry, x - k * rx, y - ry, x, y - ry),
                (x + k * rx, y - ry, x + rx, y - k * ry, x + rx, y),
                (x + rx, y + k * ry, x + k * rx, y + ry, x, y + ry),
                (x - k * rx, y + ry, x - rx, y + k * ry, x - rx, y),
            ),
            ("Z", ()),
        ),
        paint,
    )


def _legs(colour: str, at: tuple[float, ...], up: float, swing: float, width: float) -> list[Shape]:
    """Legs from (x, -up) to the ground; neighbours swing in opposite directions, and are lifted on the
    way.
    """
    legs: list[Shape] = []
    for number, x in enumerate(at):
        part = swing if number % 2 == 0 else -swing
        legs.append(line([(x, -up), (x + part, -max(part, 0) * 0.35 - width / 2)], _stroke(colour, width)))
    return legs


def _eye(x: float, y: float, r: float = 5.0) -> list[Shape]:
    return [Circle(x, y, r, _WHITE), Circle(x + r * 0.3, y, r * 0.55, _EYE)]


def _player(w: float, h: float, swing: float) -> list[Shape]:
    shirt, skin, hair = "#F0684A", palette.IVORY, "#FAE371"
    r = h * 0.225
    x, y = w * 0.04, -h + r * 1.08
    return [
        *_legs("#3F5C77", (-w * 0.15, w * 0.15), h * 0.32, swing, h * 0.13),
        line([(-w * 0.22, -h * 0.5), (-w * 0.32 - swing * 0.6, -h * 0.32)], _stroke("#C94E33", h * 0.095)),
        Rect(-w * 0.3, -h * 0.6, w * 0.6, h * 0.37, h * 0.12, _paint(shirt)),
        line([(w * 0.12, -h * 0.47), (w * 0.2 + swing * 0.6, -h * 0.3)], _stroke("#F58A70", h * 0.095)),
        Circle(x - r * 0.1, y - r * 0.12, r * 1.08, _paint(hair)),
        Circle(x + r * 0.14, y + r * 0.14, r * 0.86, _paint(skin)),
        line([(x - r * 0.7, y - r * 0.5), (x + r * 0.9, y - r * 0.62)], _stroke(hair, r * 0.42)),
        *_eye(x + r * 0.12, y + r * 0.1, r * 0.22),
        *_eye(x + r * 0.68, y + r * 0.1, r * 0.22),
        line([(x + r * 0.2, y + r * 0.58), (x + r * 0.62, y + r * 0.54)], _stroke("#B06A52", r * 0.12)),
    ]


def _monkey(w: float, h: float, swing: float) -> list[Shape]:
    fur, face = PIECES["O"], "#F7DDB0"
    r = h * 0.27
    x = w * 0.06
    return [
        Path(
            curve((-w * 0.25, -h * 0.3), (-w * 0.75, -h * 0.25, -w * 0.75, -h * 0.75, -w * 0.5, -h * 0.72)),
            _stroke("#B86F00", h * 0.07),
        ),
        *_legs("#B86F00", (-w * 0.18, w * 0.18), h * 0.3, swing, h * 0.13),
        _oval(0, -h * 0.4, w * 0.34, h * 0.26, _paint(fur)),
        _oval(w * 0.05, -h * 0.36, w * 0.2, h * 0.17, _paint(face)),
        Circle(x - r * 0.95, -h + r * 1.05, r * 0.42, _paint("#B86F00")),
        Circle(x + r * 0.95, -h + r * 1.05, r * 0.42, _paint("#B86F00")),
        Circle(x, -h + r, r, _paint(fur)),
        _oval(x + r * 0.18, -h + r * 1.2, r * 0.72, r * 0.6, _paint(face)),
        *_eye(x + r * 0.0, -h + r * 0.85, r * 0.2),
        *_eye(x + r * 0.5, -h + r * 0.85, r * 0.2),
        line([(x + r * 0.1, -h + r * 1.4), (x + r * 0.5, -h + r * 1.4)], _stroke("#8A5200", r * 0.12)),
    ]


def _fox(w: float, h: float, swing: float) -> list[Shape]:
    fur = PIECES["R"]
    top = -h
    return [
        Path(
            (
                *curve(
                    (-w * 0.3, -h * 0.5),
                    (-w * 0.6, -h * 0.45, -w * 0.95, -h * 0.6, -w * 0.85, -h * 1.0),
                    (-w * 0.6, -h * 0.95, -w * 0.45, -h * 0.75, -w * 0.2, -h * 0.7),
                ),
                ("Z", ()),
            ),
            _paint(fur),
        ),
        Path(
            (
                *curve(
                    (-w * 0.85, -h * 1.0),
                    (-w * 0.87, -h * 0.9, -w * 0.84, -h * 0.8, -w * 0.78, -h * 0.72),
                    (-w * 0.72, -h * 0.78, -w * 0.7, -h * 0.86, -w * 0.68, -h * 0.93),
                ),
                ("Z", ()),
            ),
            _WHITE,
        ),
        *_legs("#7C2B24", (-w * 0.28, -w * 0.14, w * 0.14, w * 0.28), h * 0.42, swing, h * 0.12),
        _oval(-w * 0.02, -h * 0.52, w * 0.4, h * 0.24, _paint(fur)),
        line(
            [(w * 0.14, top + h * 0.1), (w * 0.18, top - h * 0.22), (w * 0.34, top + h * 0.1)],
            Paint(fill=fur, stroke=fur, width=3),
            closed=True,
        ),
        line(
            [(w * 0.36, top + h * 0.1), (w * 0.44, top - h * 0.22), (w * 0.54, top + h * 0.1)],
            Paint(fill="#7C2B24", stroke="#7C2B24", width=3),
            closed=True,
        ),
        line(
            [
                (w * 0.1, top + h * 0.12),
                (w * 0.56, top + h * 0.08),
                (w * 0.8, top + h * 0.42),
                (w * 0.36, top + h * 0.6),
            ],
            Paint(fill=fur, stroke=fur, width=5),
            closed=True,
        ),
        line(
            [(w * 0.36, top + h * 0.6), (w * 0.8, top + h * 0.42), (w * 0.5, top + h * 0.38)],
            Paint(fill=palette.WHITE, stroke=palette.WHITE, width=3),
            closed=True,
        ),
        Circle(w * 0.8, top + h * 0.4, h * 0.06, _EYE),
        *_eye(w * 0.46, top + h * 0.25, h * 0.08),
    ]


def _chicken(w: float, h: float, swing: float) -> list[Shape]:
    body, r = PIECES["W"], min(w, h) / 2
    return [
        *_legs(PIECES["O"], (-w * 0.1, w * 0.12), h * 0.25, swing * 0.7, h * 0.08),
        Path(
            (
                *curve(
                    (-w * 0.25, -h * 0.45),
                    (-w * 0.55, -h * 0.6, -w * 0.62, -h * 0.75, -w * 0.6, -h * 0.95),
                    (-w * 0.4, -h * 0.9, -w * 0.3, -h * 0.8, -w * 0.1, -h * 0.7),
                ),
                ("Z", ()),
            ),
            _paint("#C9C8C4"),
        ),
        Circle(w * 0.22, -h * 1.08, h * 0.1, _paint(PIECES["R"])),
        Circle(w * 0.34, -h * 1.06, h * 0.09, _paint(PIECES["R"])),
        _oval(-w * 0.02, -h * 0.5, r * 0.95, r * 0.72, _paint(body)),
        Circle(w * 0.26, -h * 0.84, h * 0.22, _paint(body)),
        line(
            [(w * 0.44, -h * 0.9), (w * 0.66, -h * 0.8), (w * 0.44, -h * 0.74)],
            _paint(PIECES["O"]),
            closed=True,
        ),
        Circle(w * 0.42, -h * 0.66, h * 0.07, _paint(PIECES["R"])),
        Path(
            (
                *curve((-w * 0.3, -h * 0.55), (-w * 0.2, -h * 0.3, w * 0.1, -h * 0.3, w * 0.14, -h * 0.55)),
                ("Z", ()),
            ),
            _paint("#C9C8C4"),
        ),
        Circle(w * 0.32, -h * 0.88, h * 0.05, _EYE),
    ]


def _tortoise(w: float, h: float, swing: float) -> list[Shape]:
    shell, skin = PIECES["G"], "#A9C77B"
    return [
        *_legs(skin, (-w * 0.26, w * 0.22), h * 0.35, swing * 0.6, h * 0.2),
        Path(
            curve((w * 0.25, -h * 0.4), (w * 0.4, -h * 0.4, w * 0.45, -h * 0.5, w * 0.5, -h * 0.62)),
            _stroke(skin, h * 0.24),
        ),
        _oval(w * 0.56, -h * 0.74, w * 0.13, h * 0.2, _paint(skin)),
        Path(
            (
                *curve(
                    (-w * 0.48, -h * 0.28), (-w * 0.46, -h * 1.25, w * 0.36, -h * 1.25, w * 0.4, -h * 0.28)
                ),
                ("Z", ()),
            ),
            _paint(shell),
        ),
        line(
            [(-w * 0.25, -h * 0.3), (-w * 0.17, -h * 0.66), (w * 0.1, -h * 0.66), (w * 0.17, -h * 0.3)],
            _stroke("#2C7F5B", h * 0.07),
        ),
        line([(-w * 0.17, -h * 0.66), (-w * 0.28, -h * 0.82)], _stroke("#2C7F5B", h * 0.07)),
        line([(w * 0.1, -h * 0.66), (w * 0.2, -h * 0.82)], _stroke("#2C7F5B", h * 0.07)),
        line([(-w * 0.47, -h * 0.28), (w * 0.39, -h * 0.28)], _stroke("#D9C98F", h * 0.11)),
        Circle(w * 0.6, -h * 0.8, h * 0.065, _EYE),
    ]


def _cat(w: float, h: float, swing: float) -> list[Shape]:
    fur, dark = PIECES["P"], "#7F4379"
    r = h * 0.3
    x, y = w * 0.28, -h * 0.78
    return [
        Path(
            curve((-w * 0.32, -h * 0.45), (-w * 0.7, -h * 0.5, -w * 0.55, -h * 1.0, -w * 0.42, -h * 1.15)),
            _stroke(fur, h * 0.1),
        ),
        *_legs(dark, (-w * 0.28, -w * 0.16, w * 0.14, w * 0.26), h * 0.35, swing, h * 0.12),
        _oval(-w * 0.04, -h * 0.45, w * 0.38, h * 0.23, _paint(fur)),
        line(
            [(x - r * 0.9, y - r * 0.3), (x - r * 0.8, y - r * 1.35), (x - r * 0.1, y - r * 0.8)],
            _paint(fur),
            closed=True,
        ),
        line(
            [(x + r * 0.9, y - r * 0.3), (x + r * 0.8, y - r * 1.35), (x + r * 0.1, y - r * 0.8)],
            _paint(dark),
            closed=True,
        ),
        Circle(x, y, r, _paint(fur)),
        *_eye(x - r * 0.15, y - r * 0.1, r * 0.24),
        *_eye(x + r * 0.5, y - r * 0.1, r * 0.24),
        Circle(x + r * 0.22, y + r * 0.3, r * 0.12, _paint(palette.IVORY)),
        line([(x + r * 0.3, y + r * 0.42), (x + r * 1.2, y + r * 0.3)], _stroke(palette.IVORY, r * 0.07)),
        line([(x + r * 0.3, y + r * 0.5), (x + r * 1.2, y + r * 0.6)], _stroke(palette.IVORY, r * 0.07)),
    ]


def _owl(w: float, h: float, swing: float) -> list[Shape]:
    body, r = PIECES["B"], h * 0.24
    return [
        *_legs(PIECES["O"], (-w * 0.15, w * 0.15), h * 0.2, swing * 0.5, h * 0.09),
        line(
            [(-w * 0.4, -h * 0.75), (-w * 0.38, -h * 1.12), (-w * 0.1, -h * 0.9)], _paint(body), closed=True
        ),
        line([(w * 0.4, -h * 0.75), (w * 0.38, -h * 1.12), (w * 0.1, -h * 0.9)], _paint(body), closed=True),
        _oval(0, -h * 0.54, w * 0.46, h * 0.45, _paint(body)),
        _oval(w * 0.04, -h * 0.36, w * 0.28, h * 0.25, _paint("#A9C6FF")),
        Circle(-w * 0.14, -h * 0.68, r, _WHITE),
        Circle(w * 0.26, -h * 0.68, r, _WHITE),
        Circle(-w * 0.08, -h * 0.68, r * 0.5, _EYE),
        Circle(w * 0.32, -h * 0.68, r * 0.5, _EYE),
        line([(0, -h * 0.6), (w * 0.16, -h * 0.6), (w * 0.09, -h * 0.44)], _paint(PIECES["O"]), closed=True),
    ]


def _mouse(w: float, h: float, swing: float) -> list[Shape]:
    fur, pink = "#A9B8C2", "#F2B6B0"
    return [
        Path(
            curve((-w * 0.4, -h * 0.2), (-w * 0.8, -h * 0.1, -w * 0.9, -h * 0.5, -w * 1.1, -h * 0.35)),
            _stroke(pink, h * 0.08),
        ),
        *_legs(pink, (-w * 0.2, w * 0.2), h * 0.2, swing * 0.5, h * 0.12),
        _oval(-w * 0.05, -h * 0.42, w * 0.48, h * 0.34, _paint(fur)),
        line(
            [(w * 0.2, -h * 0.7), (w * 0.72, -h * 0.34), (w * 0.2, -h * 0.14)],
            Paint(fill=fur, stroke=fur, width=4),
            closed=True,
        ),
        Circle(w * 0.1, -h * 0.84, h * 0.26, _paint(fur)),
        Circle(w * 0.12, -h * 0.84, h * 0.16, _paint(pink)),
        Circle(w * 0.72, -h * 0.36, h * 0.09, _paint(pink)),
        Circle(w * 0.42, -h * 0.5, h * 0.07, _EYE),
    ]


_CREATURES: dict[str, Callable[[float, float, float], list[Shape]]] = {
    "player": _player,
    "monkey": _monkey,
    "fox": _fox,
    "chicken": _chicken,
    "tortoise": _tortoise,
    "cat": _cat,
    "owl": _owl,
    "mouse": _mouse,
}


class Cell(NamedTuple):
    """The space that a picture takes, in metres: the foot is in its middle, `under` above its lower rim."""

    width: float
    height: float
    under: float


def cell_of(width: float, height: float) -> Cell:
    """The space that a character of this size takes, in metres, with its tail, its ears and its step."""
    return Cell(2 * (width * 1.35 + 0.1), height * 1.45 + 0.2, 0.1)


def stride_of(height: float) -> float:
    """Metres of a full step."""
    return max(height * 0.9, 0.3)


def creature(look: str, width: float, height: float, phase: int) -> list[Shape]:
    """A character of that many metres, at a phase of its step (0: standing; see `PHASES`)."""
    w, h = width * 100, height * 100
    swing = sin(2 * pi * phase / PHASES) * min(w * 0.24, h * 0.2)
    return _CREATURES[look](w, h, swing)
