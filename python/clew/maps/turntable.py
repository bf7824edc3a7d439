"""A map in space, seen from all sides: the moves as thin lines added up, near ones stronger.

The map turns about the line from left to right, so that the start stays on the left and the goals on the
right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.pictures.colours import ROOMS, STEPS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.maps.scale import Scale
    from clew.statespace.graph import Bools, Ints

    Places = NDArray[np.float64]
    Pixels = NDArray[np.uint8]

TILT = 0.3
"""Radians by which the axis is turned towards the reader, so that depth shows."""

FAR = 4.0
"""The distance of the eye, in radii of the map."""

FOG = 0.6
"""By how much the farthest lines are fainter than the nearest."""

SHADES = 10
"""Steps from paper to full colour: few, so that the frames of an animation share most of their pixels."""

BUSY = 0.9
"""Pixels with more lines than this share of all have four times the ink."""

PER_WIDTH = 1_000
"""Pixels of lines per pixel of width: if there are more, every second move is drawn, or every third, ..."""

BESIDE = 0.18
"""The share of the width that stays free for the names of the start and the goal."""

LARGE_DOTS = 400
"""Up to this many goals, each is three pixels wide."""

GLOW = 2.5
"""The weight of the moves that were added last."""


class Seen(NamedTuple):
    """Where the states are on the page: `places` (n, 2) in pixels, and how `near` (n,), from 0 to 1."""

    places: Places
    near: Places


class Turntable:
    """Draws the moves of a map, `ends` (m, 2), from any side, on a page of `size` pixels."""

    def __init__(
        self, places: Places, ends: Ints, goals: Ints, scale: Scale, size: tuple[int, int], theme: str
    ) -> None:
        low, high = places.min(axis=0), places.max(axis=0)
        self._places = places - (low + high) / 2
        self._size = size
        self._radius = max(float(np.sqrt(np.square(self._places).sum(axis=1).max())), 1e-9)
        self._scale = 1.0
        self._fit()
        self._step, self._known = scale.step, scale.known
        room = ROOMS[theme]
        rgb = [room["paper"], *(room[f"way{step}"] for step in range(STEPS)), room["strong"]]
        colours = np.array([[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in rgb], float)
        self._table = np.rint(
            colours[0] + (colours[1:, None] - colours[0]) * np.linspace(0, 1, SHADES + 1)[None, :, None]
        ).astype(np.uint8)
        self._ends, self._goals = ends, goals
        self._busy: float | None = None
        seen = self.seen(0.0)
        drawn = float(self._lengths(seen, ends).sum())
        self._ends = ends[:: max(1, int(np.ceil(drawn / (PER_WIDTH * size[0]))))]
        self._busy = self._quantile(seen)

    @property
    def colours(self) -> list[tuple[int, ...]]:
        """All colours that `lines` uses."""
        return [tuple(colour) for colour in np.unique(self._table.reshape(-1, 3), axis=0).tolist()]

    def seen(self, angle: float) -> Seen:
        """The states after a turn by that angle, in radians."""
        x, y, z = self._places.T
        y, z = y * np.cos(angle) - z * np.sin(angle), y * np.sin(angle) + z * np.cos(angle)
        x, z = x * np.cos(TILT) + z * np.sin(TILT), z * np.cos(TILT) - x * np.sin(TILT)
        depth = z / self._radius
        shrink = FAR / (FAR - depth)
        wide, high = self._size
        put = np.column_stack([x, y]) * (shrink * self._scale)[:, None] + [wide / 2, high / 2]
        return Seen(put, np.clip((depth + 1) / 2, 0, 1))

    def lines(self, seen: Seen, until: Bools | None = None, fresh: Bools | None = None) -> Pixels:
        """The moves as an image (height, width, 3): those between states in `until`, None for all; those that
        touch a `fresh` state glow."""
        ends, goals = self._ends, self._goals
        if until is not None:
            ends, goals = ends[until[ends].all(axis=1)], goals[until[goals]]
        weight = np.ones(len(ends)) if fresh is None else np.where(fresh[ends].any(axis=1), GLOW, 1.0)
        count, known, level = self._summed(seen, ends, goals, weight)
        strength = np.log1p(12 * count / (self._busy or 1.0)) / np.log1p(12 * 4)
        shade = np.rint(np.clip(strength, 0, 1) * SHADES).astype(np.int64)
        mean = np.divide(level, known, out=np.zeros_like(level), where=known > 0)
        hue = np.where(known >= count / 2, np.clip(np.rint(mean), 0, STEPS - 1).astype(np.int64), STEPS)
        wide, high = self._size
        drawn: Pixels = self._table[hue, shade].reshape(high, wide, 3)
        return drawn

    def _fit(self) -> None:
        """The largest scale at which the map fits on the page from every side."""
        wide, high = self._size
        turns = [self.seen(angle).places for angle in np.linspace(0, 2 * np.pi, 16, endpoint=False)]
        reach = np.max([np.abs(turn - [wide / 2, high / 2]).max(axis=0) for turn in turns], axis=0)
        room = wide / 2 * (1 - BESIDE), high / 2
        self._scale = float(min(room[0] / max(reach[0], 1e-9), room[1] / max(reach[1], 1e-9)))

    def _quantile(self, seen: Seen) -> float:
        count, _, _ = self._summed(seen, self._ends, self._goals[:0], np.ones(len(self._ends)))
        return float(np.quantile(count[count > 0], BUSY)) if (count > 0).any() else 1.0

    def _lengths(self, seen: Seen, ends: Ints) -> Ints:
        apart = np.abs(seen.places[ends[:, 0]] - seen.places[ends[:, 1]]).max(axis=1, initial=0)
        found: Ints = np.clip(np.ceil(apart), 1, 2 * max(self._size)).astype(np.int64)
        return found

    def _summed(self, seen: Seen, ends: Ints, goals: Ints, weight: Places) -> tuple[Places, Places, Places]:
        """For each pixel the ink, the ink of known colour, and the sum of its colours."""
        pixels = self._lengths(seen, ends)
        own = np.repeat(np.arange(len(ends)), pixels)
        begun = np.repeat(np.cumsum(pixels) - pixels, pixels)
        share = (np.arange(len(own)) - begun + 0.5) / pixels[own]
        a, b = ends[:, 0], ends[:, 1]
        spots = seen.places[a][own] + (seen.places[b] - seen.places[a])[own] * share[:, None]
        ink = (weight * (1 - FOG * (1 - (seen.near[a] + seen.near[b]) / 2)))[own]
        level = self._step[ends].mean(axis=1)[own]
        both: Bools = self._known[ends[:, 0]] & self._known[ends[:, 1]]
        clear: Bools = both[own]
        if len(goals):
            reach = (-1, 0, 1) if len(goals) <= LARGE_DOTS else (0,)
            around = np.array([(dx, dy) for dx in reach for dy in reach])
            spots = np.concatenate([spots, (seen.places[goals][:, None] + around).reshape(-1, 2)])
            strong = 2 * (self._busy or 1.0) * (1 - FOG * (1 - seen.near[goals]))
            ink = np.concatenate([ink, np.repeat(strong, len(around))])
            level = np.concatenate([level, np.zeros(len(around) * len(goals))])
            clear = np.concatenate([clear, np.ones(len(around) * len(goals), np.bool_)])
        return self._inked(spots, ink, level, clear)

    def _inked(
        self, spots: Places, ink: Places, level: Places, clear: Bools
    ) -> tuple[Places, Places, Places]:
        """Each spot's ink goes to the four pixels around it, so that lines have no steps."""
        wide, high = self._size
        count, known, hue = (np.zeros(wide * high) for _ in range(3))
        corner = np.floor(spots - 0.5).astype(np.int64)
        inner = spots - 0.5 - corner
        for dx in (0, 1):
            for dy in (0, 1):
                part = ink * np.abs(1 - dx - inner[:, 0]) * np.abs(1 - dy - inner[:, 1])
                x, y = np.clip(corner[:, 0] + dx, 0, wide - 1), np.clip(corner[:, 1] + dy, 0, high - 1)
                at = y * wide + x
                count += np.bincount(at, part, wide * high)
                known += np.bincount(at, part * clear, wide * high)
                hue += np.bincount(at, part * clear * level, wide * high)
        return count, known, hue
