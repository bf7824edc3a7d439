"""Maps with too many states for dots: their density, coloured by the distance to the goal."""

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
    # Less than half of what a lone state has in its middle is its rim: left to the paper, so that dots stay
    # round.
    shade[count < lone * 0.5] = 0
    mean = np.divide(level, known, out=np.zeros_like(level), where=known > 0)
    hue = np.where(known > count / 2, np.rint(mean).astype(np.int64), STEPS)
    pixels = np.where(shade > 0, hue * SHADES + shade, 0).astype(np.uint8)
    return palette_png(pixels.tobytes(), SIDE, SIDE, _palette(theme))


def _palette(theme: str) -> list[str]:
    """The paper, then each hue from faint to full; the grey of dead ends comes last."""
    room = ROOMS[theme]
    hues = [room[f"map{k}"] for k in range(STEPS)] + [room["strong"]]
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
