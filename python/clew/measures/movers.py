"""Which piece each optimal move moves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.statespace.graph import Ints
    from clew.statespace.space import StateSpace

PASS = -1
"""Stands for a piece in a move that moves none."""


def origins(space: StateSpace, found: OptimalSubgraph, pause: Callable[[], None]) -> Ints:
    """Where each optimal move's piece is before the move, (m,); `PASS` if no piece moves.

    It is the first number of the engine's codes: a cell, or the coin. The moves of a state are in the order
    of its edges. `pause` is called for every state, and can end the work by raising.
    """
    puzzle, (indptr, _) = space.puzzle, space._rows()
    place = np.empty(len(found.edge), np.int64)
    first = np.flatnonzero(np.diff(found.source, prepend=-1))
    for begin, end in pairwise([*first.tolist(), len(place)]):
        pause()
        i = int(found.states[found.source[begin]])
        state = space.state(i)
        codes = [code for code, _, _ in puzzle.engine.moves(space.position(i))]
        codes.sort(key=lambda code: puzzle.order(state, code))
        for at in range(begin, end):
            code = codes[int(found.edge[at]) - int(indptr[i])]
            place[at] = code[0] if puzzle.moves_piece(code) else PASS
    return place
