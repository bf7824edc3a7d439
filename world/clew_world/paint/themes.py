"""Themes: the colours of what does not move, and what is in the sky."""

from __future__ import annotations

from math import sin
from typing import NamedTuple

from clew.pictures.shapes import Circle, Paint, Rect, Shape
from clew_world.paint import palette


class Theme(NamedTuple):
    """The colours of a scene. `thread` is the player's way, `soft` the names and ways of the others."""

    sky: str
    sky_low: str
    hill_far: str
    hill_near: str
    earth: str
    pebble: str
    turf: str
    turf_edge: str
    stone: str
    stone_dark: str
    joint: str
    plank: str
    plank_dark: str
    rail: str
    rung: str
    thread: str
    soft: str
    light: str | None = None
    """The sun, or the moon."""
    cloud: str | None = None
    star: str | None = None


DUSK = Theme(
    sky=palette.SKY,
    sky_low=palette.SKY_LOW,
    hill_far=palette.HILL_FAR,
    hill_near=palette.HILL_NEAR,
    earth=palette.EARTH,
    pebble="#26323D",
    turf=palette.TURF,
    turf_edge="#2C7F5B",
    stone=palette.STONE,
    stone_dark=palette.STONE_DARK,
    joint="#46525C",
    plank=palette.PLANK,
    plank_dark=palette.PLANK_DARK,
    rail=palette.RUNG,
    rung="#B9AC93",
    thread=palette.THREAD,
    soft=palette.TEXT_SOFT,
)
DAY = DUSK._replace(
    sky="#A9D8F0",
    sky_low="#BFE4F1",
    hill_far="#B1DDD3",
    hill_near="#A3D3BC",
    earth="#6B452C",
    pebble="#573622",
    turf="#43963F",
    turf_edge="#2F7032",
    stone="#77716A",
    stone_dark="#57524C",
    joint="#47433E",
    plank="#94683A",
    plank_dark="#5F411F",
    rail="#6B4A28",
    rung="#86633A",
    thread="#C22C08",
    soft="#20303B",
    light="#FFF0B8",
    cloud="#EEF8FC",
)
WINTER = DUSK._replace(
    sky="#2B3652",
    sky_low="#354362",
    hill_far="#415172",
    hill_near="#4E5F82",
    earth="#1F2637",
    pebble="#2F384E",
    turf="#F1F6FB",
    turf_edge="#B9C9DC",
    stone="#9AA8BD",
    stone_dark="#717F95",
    joint="#566378",
    plank="#D2B283",
    soft="#E3EAF4",
    light="#F4EFD9",
    star="#C9D6EA",
)
THEMES = {"dusk": DUSK, "day": DAY, "winter": WINTER}
"""By their names, which are `elements.THEMES`."""

_APART = 9.0
"""Metres from one cloud to the next."""
_STARS = 1.3
"""Metres from one star to the next."""


def sky(theme: Theme, width: float, height: float, zoom: float) -> list[Shape]:
    """The sky of a world, with what is in it; the size is in metres."""
    found: list[Shape] = [Rect(0, 0, width * zoom, height * zoom, 0, Paint(fill=theme.sky))]
    if theme.star is not None:
        found += [
            Circle(x * zoom, y * zoom, 0.03 * zoom, Paint(fill=theme.star, opacity=0.8))
            for x, y in _scattered(width, height * 0.5)
        ]
    if theme.light is not None:
        x, y = width * 0.83 * zoom, min(2.2, height * 0.2) * zoom
        found.append(Circle(x, y, 1.05 * zoom, Paint(fill=theme.light, opacity=0.25)))
        found.append(Circle(x, y, 0.75 * zoom, Paint(fill=theme.light)))
    if theme.cloud is not None:
        for number in range(int(width / _APART) + 1):
            x = (number + 0.35 + 0.25 * sin(5.0 * number)) * _APART
            y = height * (0.16 + 0.07 * sin(2.0 + 3.0 * number))
            found += _cloud(x * zoom, y * zoom, zoom, theme.cloud)
    return found


def _scattered(width: float, height: float) -> list[tuple[float, float]]:
    """Places without an order that one sees, the same every time."""
    count = min(600, int(width * height / _STARS**2))
    # Multiples of these two numbers fill the unit square evenly.
    shares = [(number * 0.6180339887 % 1, number * 0.7548776662 % 1) for number in range(count)]
    return [(x * width, y * height) for x, y in shares]


def _cloud(x: float, y: float, zoom: float, colour: str) -> list[Shape]:
    puffs = ((-0.75, 0.12, 0.42), (-0.2, -0.12, 0.6), (0.5, 0.0, 0.5), (1.0, 0.16, 0.36))
    paint = Paint(fill=colour)
    return [
        *(Circle(x + dx * zoom, y + dy * zoom, r * zoom, paint) for dx, dy, r in puffs),
        Rect(x - 1.1 * zoom, y + 0.12 * zoom, 2.4 * zoom, 0.42 * zoom, 0.21 * zoom, paint),
    ]
