"""Which pieces each optimal move moves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.statespace.graph import Ints
    from clew.statespace.space import StateSpace


def origins(space: StateSpace, found: OptimalSubgraph, pause: Callable[[], None]) -> tuple[Ints, Ints]:
    """The numbers of the optimal moves, in order, each once for every piece that it takes along (a pass:
    never; a pushed line: for all its pebbles), and where that piece is before the move.

    The moves of a state are in the order of its edges. `pause` is called for every state, and can end the
    work by raising.
    """
    puzzle, (indptr, _) = space.puzzle, space._rows()
    moves: list[int] = []
    places: list[int] = []
    first = np.flatnonzero(np.diff(found.source, prepend=-1))
    for begin, end in pairwise([*first.tolist(), len(found.edge)]):
        pause()
        i = int(found.states[found.source[begin]])
        legal = puzzle.moves(space.state(i))
        for at in range(begin, end):
            taken = puzzle._taken(legal[int(found.edge[at]) - int(indptr[i])].code)
            moves += [at] * len(taken)
            places += taken
    return np.array(moves, np.int64), np.array(places, np.int64)
