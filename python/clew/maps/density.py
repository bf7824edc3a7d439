"""Maps with too many states for dots, or too many moves for lines: their density, coloured by the distance to
the goal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clew.pictures.colours import ROOMS, STEPS, mixed
from clew.pictures.raster import palette_png

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIDE = 1320
"""Pixels on a side."""

SHADES = 14
"""Steps from paper to full colour."""

FAINTEST = 0.4
"""The share of colour for a single state, so that it is visible on any screen."""


def density(
    places: NDArray[np.float64], step: NDArray[np.integer], shown: NDArray[np.bool_], theme: str
) -> bytes:
    """A PNG of `SIDE` pixels: the square from -1 to 1 in the colours of a theme, on its paper.

    `places` (n, 2); `step` (n,) from 0 to `STEPS` - 1, the colour of each state; a state that is not `shown`
    is grey. Where several states share a pixel, the hue is that of their mean, and its strength grows with
    the logarithm of their number.
    """
    cell = np.clip(((places + 1) / 2 * SIDE).astype(np.int64), 0, SIDE - 1)
    flat = cell[:, 1] * SIDE + cell[:, 0]
    size = _spot(len(places))
    count = _blurred(np.bincount(flat, minlength=SIDE * SIDE), size)
    known = _blurred(np.bincount(flat[shown], minlength=SIDE * SIDE), size)
    level = _blurred(np.bincount(flat[shown], step[shown].astype(float), SIDE * SIDE), size)
    lone = _blurred_peak(size)
    busy = max(1.0, float(np.quantile(count[count > lone * 0.5], 0.995)) / lone)
    strength = np.log1p(count / lone) / np.log1p(busy)
    shade = np.ceil(np.clip(FAINTEST + (1 - FAINTEST) * strength, 0, 1) * SHADES).astype(np.int64)
    # Values below half of a lone state's centre are its rim: they are left blank, so that dots stay round.
    shade[count < lone * 0.5] = 0
    mean = np.divide(level, known, out=np.zeros_like(level), where=known > 0)
    hue = np.where(known > count / 2, np.rint(mean).astype(np.int64), STEPS)
    pixels = np.where(shade > 0, hue * SHADES + shade, 0).astype(np.uint8)
    return palette_png(pixels.tobytes(), SIDE, SIDE, _palette(theme))


LONGEST = 400
"""Pixels of a line that are drawn; a longer one has gaps."""

TOGETHER = 2_000_000
"""Pixels of lines drawn at a time, which bounds the memory."""


def lines(
    places: NDArray[np.float64],
    ends: NDArray[np.integer],
    step: NDArray[np.integer],
    shown: NDArray[np.bool_],
    size: tuple[float, float],
    theme: str,
) -> bytes:
    """A PNG of that size in pixels: lines added up, in the colours of a theme, on its paper.

    `places` (n, 2), in pixels; `ends` (m, 2), the states that a line joins; `step` and `shown` as in
    `density`. A long line is fainter than a short one: it says less about where it is. A pixel has the mean
    hue of its lines, and its strength grows with the logarithm of their sum.
    """
    wide, high = (int(side) for side in size)
    count, known, level = (np.zeros(wide * high) for _ in range(3))
    colours = step[ends].mean(axis=1)
    known_both = shown[ends[:, 0]] & shown[ends[:, 1]]
    lengths = np.sqrt(np.square(places[ends[:, 0]] - places[ends[:, 1]]).sum(axis=1))
    pixels = np.clip(np.ceil(lengths), 1, LONGEST).astype(np.int64)
    cuts = np.searchsorted(np.cumsum(pixels), np.arange(0, pixels.sum() + TOGETHER, TOGETHER))
    for first, last in zip(cuts[:-1], [*cuts[1:-1], len(ends)], strict=True):
        if first == last:
            continue
        own = np.repeat(np.arange(first, last), pixels[first:last])
        begun = np.repeat(np.cumsum(pixels[first:last]) - pixels[first:last], pixels[first:last])
        share = ((np.arange(len(own)) - begun + 0.5) / pixels[own])[:, None]
        put = (places[ends[own, 0]] * (1 - share) + places[ends[own, 1]] * share).astype(np.int64)
        inside = np.clip(put[:, 1], 0, high - 1) * wide + np.clip(put[:, 0], 0, wide - 1)
        weight = 1 / np.sqrt(lengths[own] + 3)
        colour, clear = colours[own], known_both[own]
        count += np.bincount(inside, weight, wide * high)
        known += np.bincount(inside[clear], weight[clear], wide * high)
        level += np.bincount(inside[clear], (weight * colour)[clear], wide * high)
    busy = float(np.quantile(count[count > 0], 0.9)) if (count > 0).any() else 1.0
    strength = np.log1p(12 * count / busy) / np.log1p(12 * 4)
    shade = np.ceil(np.clip(strength, 0, 1) * SHADES).astype(np.int64)
    mean = np.divide(level, known, out=np.zeros_like(level), where=known > 0)
    hue = np.where(known > count / 2, np.rint(mean).astype(np.int64), STEPS)
    drawn = np.where(shade > 0, hue * SHADES + shade, 0).astype(np.uint8)
    return palette_png(drawn.tobytes(), wide, high, _palette(theme, "way"))


def _palette(theme: str, ramp: str = "map") -> list[str]:
    """The paper, then each hue from faint to full; the grey of dead ends comes last."""
    room = ROOMS[theme]
    hues = [room[f"{ramp}{k}"] for k in range(STEPS)] + [room["strong"]]
    return [room["paper"]] + [
        mixed(room["paper"], hue, k / SHADES) for hue in hues for k in range(1, SHADES + 1)
    ]


def _spot(n: int) -> int:
    """Half the width of a state's spot in pixels: the more states, the smaller."""
    return int(np.clip(round(450 / np.sqrt(n)), 1, 4))


def _kernel(size: int) -> NDArray[np.float64]:
    return np.exp(-0.5 * (np.arange(-2 * size, 2 * size + 1) / (0.6 * size)) ** 2)


def _blurred_peak(size: int) -> float:
    """What a single state leaves in the middle of its spot."""
    return float(_kernel(size).max() ** 2)


def _blurred(values: NDArray[np.generic], size: int) -> NDArray[np.float64]:
    """The picture with each pixel spread over a round spot."""
    picture = values.reshape(SIDE, SIDE).astype(np.float64)
    kernel = _kernel(size)
    reach = len(kernel) // 2
    for axis in (0, 1):
        spread = np.zeros_like(picture)
        for offset, weight in zip(range(-reach, reach + 1), kernel, strict=True):
            source = [slice(None), slice(None)]
            target = [slice(None), slice(None)]
            source[axis] = slice(max(0, -offset), SIDE - max(0, offset))
            target[axis] = slice(max(0, offset), SIDE - max(0, -offset))
            spread[tuple(target)] += weight * picture[tuple(source)]
        picture = spread
    return picture
