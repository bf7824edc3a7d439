"""The arrays of a map, by name, with signed state numbers for numpy and scipy and unsigned ones for the
engine.

Arrays are converted in place where possible; only values too large for the signed type are copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from clew.optional import numpy_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from clew._engine import LimitName, Status

NO_GOAL = 65535
"""The distance that stands for "no goal can be reached"."""

ARRAYS: Sequence[Literal["indptr", "indices", "costs", "distance", "depth", "is_goal"]] = (
    "indptr",
    "indices",
    "costs",
    "distance",
    "depth",
    "is_goal",
)


def signed(indptr: Any, indices: Any, states: int) -> tuple[Any, Any]:
    """The rows of a map as signed integers: both int32 if the values fit, because scipy wants one type for
    both.

    `indptr` is int64 from 2**31 moves on, `indices` from 2**31 states on.
    """
    np = numpy_for("a map")
    few = len(indices) < 2**31
    begins = indptr.astype(np.int32, copy=False) if few else indptr.astype(np.int64, copy=False)
    narrow = indices.dtype.itemsize == 4 and states <= 2**31
    return begins, indices.view(np.int32) if narrow else indices.astype(np.int64, copy=False)


def unsigned(rows: tuple[Any, Any]) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """`indptr` and `indices` as the engine expects them."""
    np = numpy_for("a map")
    indptr, indices = rows
    narrow = indices.view(np.uint32) if indices.dtype.itemsize == 4 else indices.astype(np.uint32)
    return indptr.astype(np.uint64), narrow


def nothing() -> dict[str, Any]:
    """The arrays if there is no map."""
    np = numpy_for("a map")
    short, flags = np.zeros(0, np.uint16), np.zeros(0, np.bool_)
    return {
        "indptr": None, "indices": None, "costs": None, "distance": short, "depth": short, "is_goal": flags
    }  # fmt: skip


def outcome(limit: LimitName | None, cut: bool, reached: bool) -> tuple[Status, LimitName | None]:
    """What is known about the start, and the limit that prevented knowing more.

    `cut`: some states are beyond the requested depth. `reached`: a goal can be reached from the start.
    """
    if limit is not None:
        return "limit", limit
    if reached:
        return "solved", None
    return ("limit", "moves") if cut else ("unsolvable", None)
