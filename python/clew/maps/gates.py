"""Gates: states that every shortest solution passes, where the way is wide before or after.

```text
              . b .                               a run of states that every solution passes has
    start - a       d - e - f       g - goal      two ends; a gate is an end with a wide stretch
              . c .           . h .               beside it: here a, d, f and g
```
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.statespace.graph import Ints

MOST = 5
ALMOST = 1 - 1e-9
"""Shares of solutions are doubles; a state that all pass may have a little less than 1."""


def gates(found: OptimalSubgraph) -> list[int]:
    """The numbers of at most five states, in the order in which solutions pass them.

    If there are more, those beside the widest stretches are kept. The start and the goals are none.
    """
    always = np.flatnonzero(found.visit >= ALMOST)
    always = always[np.argsort(found.rank[always], kind="stable")]
    if len(always) < 2:
        return []
    width = _widths(found, found.rank[always])
    beside = np.maximum(np.append(0, width), np.append(width, 0))
    inner = [at for at in range(1, len(always)) if found.rank[always[at]] < found.rank.max()]
    wide = [at for at in inner if beside[at] > 1]
    kept = sorted(sorted(wide, key=lambda at: (-beside[at], at))[:MOST])
    return [int(found.states[always[at]]) for at in kept]


def _widths(found: OptimalSubgraph, ranks: Ints) -> Ints:
    """The most states of a rank between each of these ranks and the next; 1 if they follow each other."""
    counts = np.bincount(found.rank)
    return np.array([counts[a + 1 : b].max(initial=1) for a, b in pairwise(ranks.tolist())], np.int64)
