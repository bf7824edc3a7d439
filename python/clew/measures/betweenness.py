"""Betweenness: the largest share of shortest paths that pass through one state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clew.optional import needed
from clew.statespace.background import no_pause

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.statespace.graph import Graph

EXACT = 10_000
"""Up to this many states, every state is used as a source."""

LOOKED_AT = 100_000_000
"""The work, in edges, on larger maps: as many random sources as it allows, at least 16."""

AT_ONCE = 100_000
"""The work, in edges, between two pauses: some hundredths of a second."""


def betweenness(graph: Graph, seed: int, pause: Callable[[], None] = no_pause) -> float:
    """The largest share of shortest paths between two other states that pass through one state.

    0 if no state is between others, 1 if all paths pass through one. A path is the states on it, so two moves
    with the same result are one step.

    The sum over all pairs uses the algorithm of Brandes (J. Math. Sociology 25, 2001), in igraph. Above
    10,000 states it is estimated from random sources (`seed`), and the largest estimate is a bit high.
    `pause` is called every few sources, and can end the work by raising. Needs igraph.
    """
    n = graph.n
    if n < 3:
        return 0.0
    igraph = needed("igraph", "betweenness")
    ends = np.column_stack([np.repeat(np.arange(n), graph.degree), graph.indices])
    made = igraph.Graph(n, ends, directed=True).simplify()
    if n <= EXACT:
        sources, pairs = np.arange(n), (n - 1) * (n - 2)
    else:
        count = int(min(1000, max(16, LOOKED_AT // max(1, graph.edges))))
        sources = np.sort(np.random.default_rng(seed).choice(n, count, replace=False))
        pairs = count * (n - 2)
    # Betweenness is a sum over sources, so they can be handled in batches.
    found = np.zeros(n)
    together = max(1, AT_ONCE // max(1, graph.edges))
    for first in range(0, len(sources), together):
        pause()
        found += made.betweenness(directed=True, sources=sources[first : first + together].tolist())
    return float(found.max()) / pairs
