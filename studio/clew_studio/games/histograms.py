"""Bars of histograms: how many players needed how many moves, and how long."""

from __future__ import annotations

from itertools import pairwise

from typing_extensions import TypedDict


class TimeBin(TypedDict):
    """How many players took so long; the last bin has no end."""

    from_ms: int
    to_ms: int | None
    players: int


def bins(rows: list[tuple[int, int]], most: int) -> list[tuple[int, int, int]]:
    """Group counts by value into at most `most` ranges of equal width: (first, last, count) each."""
    if not rows:
        return []
    low, high = rows[0][0], rows[-1][0]
    width = -(-(high - low + 1) // most)
    found = []
    for first in range(low, high + 1, width):
        last = first + width - 1
        found.append((first, last, sum(count for value, count in rows if first <= value <= last)))
    return found


TIMES = (15, 30, 60, 120, 300, 600, 1800)
"""Seconds that bound the bars of a histogram of times; the last bar has no end."""


def times_of(elapsed: list[int]) -> list[TimeBin]:
    """How many times lie between each two bounds of `TIMES`, from the first nonempty bar to the last."""
    edges = [0, *(seconds * 1000 for seconds in TIMES), None]
    bars: list[TimeBin] = [
        {
            "from_ms": low,
            "to_ms": high,
            "players": sum(low <= one and (high is None or one < high) for one in elapsed),
        }
        for low, high in pairwise(edges)
        if low is not None
    ]
    filled = [number for number, bar in enumerate(bars) if bar["players"]]
    return bars[filled[0] : filled[-1] + 1] if filled else []
