"""Places in a network of routes, and the legs of a route."""

from __future__ import annotations

from typing import NamedTuple

from clew_world.routes.flight import Flight
from clew_world.routes.surfaces import Stretch


class Spot(NamedTuple):
    """A place in the network: on a stretch, or (if `stretch` is None) on a ladder."""

    x: float
    y: float
    stretch: int | None
    ladder: int | None


def spot_on(stretch: Stretch, x: float) -> Spot:
    """The place on a stretch that is nearest to `x`."""
    x = stretch.clamped(x)
    return Spot(x, stretch.at(x), stretch.number, None)


class Leg(NamedTuple):
    """One part of a route: `kind` is walk, climb, drop or jump; it ends at (x, y)."""

    kind: str
    x: float
    y: float
    flight: Flight | None
    stretch: int | None
