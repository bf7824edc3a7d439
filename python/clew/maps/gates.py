"""Gates: states that every shortest solution passes, where the way is wide before or after.

```text
              . b .                               a run of states that every solution passes has
    start - a       d - e - f       g - goal      two ends; a gate is an end with a wide stretch
              . c .           . h .               beside it: here a, d, f and g
```

A board that is its own mirror image has every route twice. If no state is a gate, a pair of states can be
one: every shortest solution passes one of the two.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.statespace.graph import Ints
    from clew.statespace.space import StateSpace

MOST = 5
ALMOST = 1 - 1e-9
"""Shares of solutions are doubles; a state that all pass may have a little less than 1."""


def gates_of(space: StateSpace, found: OptimalSubgraph, path: Collection[int] = ()) -> list[list[int]]:
    """The gates of a map; none of a part that may lack a shortest solution, which may avoid them."""
    return gates(found, path) if space.all_solutions else []


def gates(found: OptimalSubgraph, path: Collection[int] = ()) -> list[list[int]]:
    """At most five gates, in the order in which solutions pass them: each is one state, or each is two.

    Of two, the one on `path` comes first. If there are more, those beside the widest stretches are kept. The
    start and the goals are not gates.
    """
    on_path = set(path)
    for size in (1, 2):
        states = [found.states[found.rank == rank].tolist() for rank in _narrow(found, size)]
        own = [gate for gate in states if len(gate) == size]
        if own:
            return [sorted(gate, key=lambda state: (state not in on_path, state)) for gate in own]
    return []


def _narrow(found: OptimalSubgraph, size: int) -> list[int]:
    """The ranks of at most `size` states that every solution passes, beside the widest stretches."""
    counts = np.bincount(found.rank)
    visits = np.bincount(found.rank, found.visit)
    narrow = np.flatnonzero((counts <= size) & (visits >= ALMOST))
    if len(narrow) < 2:
        return []
    width = _widths(counts, narrow)
    beside = np.maximum(np.append(0, width), np.append(width, 0))
    # Two first moves are a choice, and no gate.
    inner = [at for at in range(len(narrow)) if size <= narrow[at] < len(counts) - size]
    wide = [at for at in inner if beside[at] > size]
    kept = sorted(sorted(wide, key=lambda at: (-beside[at], at))[:MOST])
    return [int(narrow[at]) for at in kept]


def _widths(counts: Ints, ranks: Ints) -> Ints:
    """The most states of a rank between each of these ranks and the next; 1 if they follow each other."""
    return np.array([counts[a + 1 : b].max(initial=1) for a, b in pairwise(ranks.tolist())], np.int64)
