"""Ladders in a network of ways: which tops they lead to, and where nothing is in the way of a climb."""

from __future__ import annotations

from collections.abc import Sequence

from clew_world.elements import Build, Ladder, Rect
from clew_world.routes.spots import Spot
from clew_world.routes.surfaces import Cells, Stretch, Surfaces

_NEAR = 0.06
"""Metres: how close a ladder's foot or top must be to a stretch."""


def exits(number: int, ladder: Ladder, stretches: Sequence[Stretch], near: Cells) -> list[Spot]:
    """The places on tops that a ladder crosses or ends at, from below."""
    low, high = ladder.rect.bottom - _NEAR, ladder.rect.top + _NEAR
    spots = [
        Spot(ladder.x, stretch.at(ladder.x), stretch.number, number)
        for stretch in (stretches[at] for at in near.near(Rect(ladder.x, low, ladder.x, high)))
        if stretch.left <= ladder.x <= stretch.right and low <= stretch.at(ladder.x) <= high
    ]
    return sorted(spots, key=lambda spot: spot.y)


def is_free(surfaces: Surfaces, build: Build, x: float, a: float, b: float) -> bool:
    """Whether a body can climb between two heights."""
    half = build.width / 2
    column = Rect(x - half, min(a, b) + 0.02, x + half, max(a, b) + build.height)
    return not surfaces.obstacles(column).fill(column)
