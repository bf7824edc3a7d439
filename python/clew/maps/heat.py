"""Players' paths on a map: how often each move was made, and the bands that show it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew.maps.highlight import states_of
from clew.pictures.shapes import Paint, Path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clew.pictures.shapes import Shape
    from clew.statespace.graph import Graph, Ints
    from clew.statespace.space import StateSpace

    Floats = NDArray[np.float64]

WIDTHS = (2.2, 3.6, 5.4, 8.0)
"""The widths of the bands: up to a quarter, a half, three quarters of the busiest move, and above."""


def edges_of(space: StateSpace, graph: Graph, heat: Any) -> Floats:
    """How often each move of a map was made, (edges,).

    `heat`: such numbers, or games: a list of moves (in one text each or several), solutions, games, lines or
    states. Raises `ClewError` for anything else, `IllegalMove` for a move that is not legal.
    """
    if isinstance(heat, np.ndarray):
        counts = np.asarray(heat, np.float64)
        if counts.shape != (graph.edges,) or not (counts >= 0).all():
            raise ClewError(
                f"heat has the shape {counts.shape}; it must be one number from 0 per move, ({graph.edges},)"
            )
        return counts
    if isinstance(heat, str) or not isinstance(heat, Iterable):
        raise ClewError("heat takes one number per move, or a list of games: their moves, solutions or games")
    counts = np.zeros(graph.edges)
    for game in heat:
        add_path(graph.indptr, graph.indices, states_of(space, game)[0], counts)
    return counts


def add_path(indptr: Ints, indices: Ints, states: Sequence[int], counts: Floats) -> None:
    """Adds the moves between these states, one after the other; pairs without a move between them are left
    out.
    """
    for before, after in pairwise(states):
        first, last = int(indptr[before]), int(indptr[before + 1])
        found = np.flatnonzero(indices[first:last] == after)
        if len(found):
            counts[first + int(found[0])] += 1


def bands(graph: Graph, places: Floats, counts: Floats) -> list[Shape]:
    """A band for each pair of states with moves between them that were made, the busier the wider."""
    used = np.flatnonzero(counts)
    heads = np.repeat(np.arange(graph.n, dtype=np.int64), graph.degree)[used]
    tails = graph.indices[used].astype(np.int64)
    keys, place = np.unique(
        np.minimum(heads, tails) * graph.n + np.maximum(heads, tails), return_inverse=True
    )
    share = np.bincount(place, counts[used])
    share = share / share.max(initial=1.0)
    ends = np.stack([places[keys // graph.n], places[keys % graph.n]], axis=1)
    step = np.clip(np.ceil(share * len(WIDTHS)).astype(int) - 1, 0, len(WIDTHS) - 1)
    shapes: list[Shape] = []
    for number, width in enumerate(WIDTHS):
        own = ends[step == number].tolist()
        segments = [(letter, (x, y)) for a, b in own for letter, (x, y) in (("M", a), ("L", b))]
        if segments:
            shapes.append(Path(tuple(segments), Paint(stroke="ink", width=width, opacity=0.55)))
    return shapes
