"""Dangers beside routes: how much more a route costs because of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple, Protocol

_SCARED = 5.0
"""Metres around a danger within which routes cost more."""
_FEAR = 80
"""The extra cost of a metre of route right beside a danger, in units; it falls to 0 with the distance."""


class Danger(NamedTuple):
    """An element to avoid, and where it is."""

    number: int
    x: float
    y: float


class Place(Protocol):
    """A point of a network."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...


def risked(a: Place, b: Place, dangers: Sequence[Danger]) -> int:
    """How much more a route costs because of dangers beside it, by how near they are and for how long."""
    more = 0.0
    dx, dy = b.x - a.x, b.y - a.y
    long = sqrt(dx * dx + dy * dy)
    for danger in dangers:
        x, y = danger.x - a.x, danger.y - a.y
        along = (x * dx + y * dy) / long if long else 0.0
        near = min(max(along, 0.0), long)
        apart = sqrt((x - dx * near / (long or 1.0)) ** 2 + (y - dy * near / (long or 1.0)) ** 2)
        if apart >= _SCARED:
            continue
        aside = sqrt(max(x * x + y * y - along * along, 0.0))
        half = sqrt(max(_SCARED * _SCARED - aside * aside, 0.0))
        inside = min(along + half, long) - max(along - half, 0.0)
        more += _FEAR * (1 - apart / _SCARED) * max(inside, 0.2)
    return round(more)
