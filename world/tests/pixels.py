"""The colours of a picture."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np


def rgb(colour: str) -> tuple[int, int, int]:
    """The parts of a colour ``"#RRGGBB"``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def colours(frame: Any) -> Counter[tuple[int, int, int]]:
    """How many pixels of a Pillow image are of each colour."""
    # `getcolors` of Pillow takes a second for a table that has room for all colours.
    parts = np.asarray(frame.convert("RGB"), np.uint32)
    pixels = (parts[..., 0] << 16) + (parts[..., 1] << 8) + parts[..., 2]
    found, counts = np.unique(pixels, return_counts=True)
    pairs = zip(found.tolist(), counts.tolist(), strict=True)
    return Counter({(one >> 16, one >> 8 & 255, one & 255): number for one, number in pairs})
