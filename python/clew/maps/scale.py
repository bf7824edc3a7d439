"""What the colours of a map mean, and the units of its legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.pictures.colours import STEPS
from clew.pictures.drawable import counted
from clew.puzzles.fields import closest
from clew.statespace.arrays import NO_GOAL
from clew.statespace.graph import graph_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.statespace.space import StateSpace

COLOURS = ("distance", "depth", "branching")

BY_SIZE = 0.55
"""How far a colour follows the value itself; the rest follows how many states have less, so that the values
that most states have differ in colour.
"""

BINS = 48
"""The most parts of a legend's bar."""


class Scale(NamedTuple):
    """The colour scale. `step` (n,): from 0 to `STEPS` - 1 for each state; `known` (n,): False for states
    without a value.

    `title` is the quantity with its unit; `low` and `high` label the ends of the scale, `none` says what it
    means to have no value. `bar`: the step of values at equal distances from the lowest to the highest, for
    legends.
    """

    step: NDArray[np.int64]
    known: NDArray[np.bool_]
    title: str
    low: str
    high: str
    none: str
    bar: tuple[int, ...]


def scale_of(space: StateSpace, color: Any) -> Scale:
    """The scale for ``"distance"``, ``"depth"``, ``"branching"``, or for n numbers from the caller.

    Raises `ClewError` for anything else.
    """
    if isinstance(color, str):
        if color == "distance":
            known = space.distance != NO_GOAL
            most = counted(int(space.distance[known].max(initial=0)), space.puzzle.metric)
            where = "" if space.complete else " on this part"
            found = _scale(
                space.distance, known, f"fewest moves to a goal{where}", ("0, solved", f"{most} away")
            )
            return found._replace(none="no goal can be reached" if space.complete else "leaves this part")
        if color == "depth":
            where = "" if space.complete else " on this part"
            return _scale(
                space.depth, None, f"fewest moves from the start{where}", ("0, the start", "{:g} moves")
            )
        if color == "branching":
            return _scale(graph_of(space).degree, None, "legal moves", ("{:g}", "{:g} moves"))

        raise ClewError(f"color is {color!r}{closest(color, COLOURS)} Use {', '.join(COLOURS)}, or n numbers")
    values = np.asarray(color)
    if values.shape != (space.n,) or values.dtype.kind not in "biuf":
        raise ClewError(f"color: expected {space.n} numbers, one per state, not an array of {values.shape}")
    return _scale(values, np.isfinite(values), "value of a state", ("{:g}", "{:g}"))


def _scale(values: Any, known: NDArray[np.bool_] | None, title: str, ends: tuple[str, str]) -> Scale:
    values = np.asarray(values, dtype=np.float64)
    known = np.ones(len(values), np.bool_) if known is None else known
    low = float(values[known].min(initial=np.inf))
    high = float(values[known].max(initial=-np.inf))
    if not known.any():
        low = high = 0.0
    found, place, counts = np.unique(values[known], return_inverse=True, return_counts=True)
    size = (found - low) / ((high - low) or 1.0)
    below = np.cumsum(counts) - counts
    rank = below / max(1, int(below[-1]) if len(below) else 1)
    steps = np.rint((BY_SIZE * size + (1 - BY_SIZE) * rank) * (STEPS - 1)).astype(np.int64)
    step = np.zeros(len(values), np.int64)
    step[known] = steps[place]
    bins = int(np.clip(high - low + 1, 2, BINS)) if np.array_equal(found, np.rint(found)) else BINS
    at = np.searchsorted(found, np.linspace(low, high, bins), side="right") - 1
    bar = tuple(steps[np.maximum(at, 0)].tolist()) if len(found) else (0,)
    low_text = ends[0].format(low) if "{" in ends[0] or low == 0 else f"{low:g}"
    return Scale(step, known, title, low_text, ends[1].format(high), "no value", bar)
