"""The map of a puzzle as plain arrays, with the graph algorithms that measures and pictures share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew._engine import undirected_edges
from clew.search.limits import Run
from clew.statespace.arrays import NO_GOAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.statespace.space import StateSpace

    Ints = NDArray[np.integer]
    Bools = NDArray[np.bool_]

WORD = 64
"""The most sources of one call of `distances_from`: the bits of a machine word."""


class Graph(NamedTuple):
    """States 0 to n - 1 and their directed edges, row by row: those of `i` are `indptr[i]` to `indptr[i +
    1]`.

    `indptr` (n + 1,), `indices` (edges,) integers; `distance` (n,) uint16, the fewest moves to a goal or
    `NO_GOAL`; `is_goal` (n,) bool; `start` a state; `cost` (edges,) of each move, None where each costs 1.
    `opened` (n,) bool: the states whose moves are in the map, None for all of them.
    """

    indptr: Ints
    indices: Ints
    distance: Ints
    is_goal: Bools
    start: int
    cost: Ints | None = None
    opened: Bools | None = None

    @property
    def n(self) -> int:
        """The number of states."""
        return len(self.indptr) - 1

    @property
    def edges(self) -> int:
        """The number of directed edges."""
        return len(self.indices)

    @property
    def degree(self) -> Ints:
        """The number of moves of each state, (n,)."""
        ends = self.indptr.astype(np.int64)
        return ends[1:] - ends[:-1]

    def leaving(self, rows: Ints) -> tuple[Ints, Ints]:
        """All edges of these states, in order: the state and the number of each edge."""
        first = self.indptr[rows].astype(np.int64)
        counts = self.indptr[np.asarray(rows) + 1].astype(np.int64) - first
        ends = np.cumsum(counts)
        total = int(ends[-1]) if len(ends) else 0
        numbers = np.arange(total) + np.repeat(first - (ends - counts), counts)
        return np.repeat(rows, counts), numbers

    def optimal(self, rows: Ints) -> tuple[Ints, Ints]:
        """The optimal edges of these states: the state and the number of each edge."""
        rows = rows[~self.is_goal[rows]]
        sources, numbers = self.leaving(rows)
        before = self.distance[sources].astype(np.int64)
        after = self.distance[self.indices[numbers]].astype(np.int64)
        cost = 1 if self.cost is None else self.cost[numbers].astype(np.int64)
        kept = (before != NO_GOAL) & (after != NO_GOAL) & (after + cost == before)
        return sources[kept], numbers[kept]


def both_ways(graph: Graph) -> tuple[Ints, Ints]:
    """The neighbours of each state, regardless of direction: `indptr`, `indices`, each neighbour once."""
    n = graph.n
    indptr, indices = graph.indptr, graph.indices
    rows = (indptr.astype(np.uint64, copy=False), indices.astype(np.uint32, copy=False))
    with Run(None) as run:
        pairs = run.call(undirected_edges, *rows)
    met = np.bincount(indices, minlength=n)
    if 2 * pairs == len(indices) and np.array_equal(met, graph.degree):  # every move can be undone by one
        return indptr.astype(np.int64), indices
    sources = np.repeat(np.arange(n, dtype=np.int64), graph.degree)
    targets = graph.indices.astype(np.int64)
    apart = sources != targets
    sources, targets = sources[apart], targets[apart]
    keys = np.unique(np.concatenate([sources * n + targets, targets * n + sources]))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(keys // n, minlength=n))])
    return indptr, (keys % n).astype(np.int64)


def distances_from(indptr: Ints, indices: Ints, sources: Ints) -> NDArray[np.uint16]:
    """The distance of every state from each of at most 64 sources, ignoring direction; shape (n, sources).

    Every row of `indices` must have at least one neighbour, unless there is only one state; unreachable
    states get `NO_GOAL`. Each state has a word with one bit per source, "has been reached"; a step takes the
    *or* over the neighbours for all sources at once, so that 64 searches cost little more than the longest of
    them:

        reached    0011  ->  0111        bit k: source k has reached this state
        distance   [., ., 1, 0] -> [., 2, 1, 0]
    """
    n, count = len(indptr) - 1, len(sources)
    assert count <= WORD
    distance = np.full((n, count), NO_GOAL, np.uint16)
    distance[sources, np.arange(count)] = 0
    reached = np.zeros(n, np.uint64)
    np.bitwise_or.at(reached, sources, np.uint64(1) << np.arange(count, dtype=np.uint64))
    if n < 2:
        return distance
    starts = indptr[:-1].astype(np.int64)
    everyone = np.uint64(2**count - 1)
    step = 0
    while True:
        step += 1
        near = np.bitwise_or.reduceat(reached[indices], starts)
        fresh = near & ~reached
        rows = np.flatnonzero(fresh)
        if not len(rows):
            return distance
        bits = np.unpackbits(fresh[rows].view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")[:, :count]
        block = distance[rows]
        block[bits.astype(bool)] = step
        distance[rows] = block
        reached |= fresh
        if (reached == everyone).all():
            return distance


def graph_of(space: StateSpace) -> Graph:
    """The arrays of a map. Raises `ClewError` if it has no edges."""
    indptr, indices = space._rows()
    opened = None if space.expand_goals else ~space.is_goal
    return Graph(indptr, indices, space.distance, space.is_goal, space.start, space.costs, opened)
