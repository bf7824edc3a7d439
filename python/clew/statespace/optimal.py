"""The optimal moves on a map, and which of them leave the fewest moves.

Moves may differ in cost, and some may cost nothing. Then several paths of least cost differ in the number of
their moves, and where moves that cost nothing lead round in a circle, there are infinitely many of them:

    a <--0--> b        from a the goal costs 1: by one move, or by three, five, ... with a walk to b and back
    |
    1                  so from a and b only the paths of least cost with the fewest moves are optimal
    v
    goal
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew._engine import count_optimal
from clew.errors import ClewError
from clew.search.limits import Run
from clew.statespace.arrays import NO_GOAL, unsigned
from clew.statespace.background import no_pause
from clew.statespace.graph import Graph, graph_of
from clew.statespace.labels import kept_moves

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clew.puzzles.position import Move
    from clew.search.limits import Limits
    from clew.statespace.graph import Bools, Ints
    from clew.statespace.space import StateSpace


class Ties(NamedTuple):
    """For each state, `left` (n,) int64: the fewest moves with which the goal is reached at least cost, -1 if
    none can be reached; `circles` (n,) bool: whether moves that cost nothing lead round in a circle on paths
    of least cost from it.
    """

    left: Ints
    circles: Bools


def ties(count: int, source: Ints, target: Ints, goals: Ints, pause: Callable[[], None] = no_pause) -> Ties:
    """The ties among `count` states, given all moves of least cost, (m,) `source` and (m,) `target`, and the
    numbers of the goals. `pause` is called often, and can end the work by raising.
    """
    order = np.argsort(target, kind="stable")
    begins = np.concatenate([[0], np.cumsum(np.bincount(target, minlength=count))])
    solved = np.zeros(count, np.bool_)
    back = Graph(begins, source[order], np.zeros(count, np.uint16), solved, 0)
    left = np.full(count, -1, np.int64)
    front, level = goals, 0
    while len(front):
        pause()
        left[front] = level
        before = back.indices[back.leaving(front)[1]]
        front, level = np.unique(before[left[before] < 0]), level + 1
    waits = np.bincount(source, minlength=count)
    circles = np.ones(count, np.bool_)
    front = np.flatnonzero(waits == 0)
    while len(front):
        pause()
        circles[front] = False
        before, times = np.unique(back.indices[back.leaving(front)[1]], return_counts=True)
        waits[before] -= times
        front = before[waits[before] == 0]
    return Ties(left, circles)


def ties_of(space: StateSpace) -> Ties:
    """The ties of a map whose moves differ in cost, computed on first use."""
    if space._ties is None:
        graph = graph_of(space)
        source, edges = graph.optimal(np.arange(graph.n))
        space._ties = ties(graph.n, source, graph.indices[edges], np.flatnonzero(graph.is_goal))
    return space._ties


def optimal(space: StateSpace, state: Any, i: int) -> list[tuple[Move, int]]:
    """The optimal moves from state `i`, whose text is `state`, each with the state it leads to: those that
    leave the fewest moves first, otherwise in order.
    """
    if space.is_goal[i] or space.distance[i] == NO_GOAL:
        return []
    begin = int(space._rows()[0][i])
    here, found = int(space.distance[i]), []

    for k, (step, after) in enumerate(kept_moves(space, state, i)):
        cost = 1 if space.costs is None else int(space.costs[begin + k])
        if int(space.distance[after]) + cost == here:
            found.append((step, after))
    if space.costs is None:
        return found
    left, circles = ties_of(space)
    if circles[i]:
        found = [(step, after) for step, after in found if left[after] + 1 == left[i]]
    return sorted(found, key=lambda move: int(left[move[1]]))


def count(space: StateSpace, i: int, limits: Limits | None) -> int:
    """See `StateSpace.count_optimal`."""
    if space.costs is not None and ties_of(space).circles[i]:
        begins, indices, far = _fewest(space)
        rows, costs = unsigned((begins, indices)), None
    else:
        rows, costs, far = unsigned(space._rows()), space.costs, space.distance
    with Run(limits) as run:
        found = run.call(count_optimal, *rows, costs, far, space.is_goal, i)
    assert found is not None, "moves that leave fewer moves lead round in no circle"
    return found


def _fewest(space: StateSpace) -> tuple[Ints, Ints, NDArray[np.uint16]]:
    """The rows of only those moves that leave the fewest moves, and the fewest moves from each state."""
    graph, left = graph_of(space), ties_of(space).left
    if left.max() >= NO_GOAL:
        raise ClewError(f"a state is more than {NO_GOAL - 1} moves from a goal: too far for a count")
    source, edges = graph.optimal(np.arange(graph.n))
    target = graph.indices[edges]
    kept = left[target] + 1 == left[source]
    begins = np.concatenate([[0], np.cumsum(np.bincount(source[kept], minlength=graph.n))])
    return begins, target[kept], np.where(left < 0, NO_GOAL, left).astype(np.uint16)
