"""Moves without a way back: drawn as wedges, wide where they begin and pointed where they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clew.pictures.shapes import Paint, Path, Segment

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.statespace.graph import Bools, Graph, Ints

WIDER = 3.4
"""The wide end of a wedge, in widths of a line."""


def one_way(graph: Graph, ends: Ints) -> tuple[Ints, Bools]:
    """The pairs of states, with the one-way ones in the direction of their move; and which are one-way."""
    n = graph.n
    heads = np.repeat(np.arange(n, dtype=np.int64), graph.degree)
    moves = np.unique(heads * n + graph.indices.astype(np.int64))
    there = np.isin(ends[:, 0] * n + ends[:, 1], moves, assume_unique=True)
    back = np.isin(ends[:, 1] * n + ends[:, 0], moves, assume_unique=True)
    turned: Ints = np.where((back & ~there)[:, None], ends[:, ::-1], ends)
    return turned, there ^ back


def wedges(places: NDArray[np.float64], ends: Ints, fill: str, width: float, opacity: float) -> Path:
    """The wedges of pairs of states as one path."""
    begin, end = places[ends[:, 0]], places[ends[:, 1]]
    along = end - begin
    far = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    aside = np.column_stack([-along[:, 1], along[:, 0]]) / far * (WIDER * width / 2)
    segments: list[Segment] = []
    for (ax, ay), (bx, by), (tx, ty) in np.stack([begin + aside, begin - aside, end], axis=1).tolist():
        segments += [("M", (ax, ay)), ("L", (bx, by)), ("L", (tx, ty)), ("Z", ())]
    return Path(tuple(segments), Paint(fill=fill, opacity=opacity))
