"""The optimal subgraph: the states on some optimal solution, and the share of all optimal solutions that pass
through each.

A level may have 10^46 optimal solutions, so they are never listed. Let N(s) be the number of optimal
continuations of a state: 1 at a goal, otherwise the sum of N over its optimal moves. A solution drawn
uniformly from all of them takes the move s -> t from s with probability

    p(s -> t) = N(t) / N(s)                  start   N = 3
                                            2/3 / \\ 1/3
                                        N = 2  a   b  N = 1
                                          1/2 / \\ / 1
                                             c   d            goals, N = 1

whatever came before, because every continuation of t may follow. So the optimal solutions are the walks of a
Markov chain on the optimal subgraph, which has no cycles, and a mean over all of them takes one pass over its
edges, exact except for rounding. N may exceed the range of a double, so its logarithm is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.statespace.arrays import NO_GOAL
from clew.statespace.background import no_pause
from clew.statespace.optimal import ties

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clew.statespace.graph import Graph, Ints

    Floats = NDArray[np.float64]

TOGETHER = 16
"""Pieces handled in one pass: bounds the memory to that many doubles per state."""


class OptimalSubgraph(NamedTuple):
    """The optimal subgraph, with its states in an order in which every move leads forwards.

    `states` (k,): their numbers in the map. `rank` (k,): states of equal rank have no move between them; if
    each move costs 1, it is the number of moves made. `source`, `target` (m,): indices into `states` of each
    optimal move's ends, sorted by `source`; `edge` (m,): its number in the map. `chance` (m,): the
    probability of the move in a solution that has reached `source`. `visit` (k,): the share of solutions that
    pass through a state. `log_count`: natural logarithm of the number of optimal solutions.
    """

    states: Ints
    rank: Ints
    source: Ints
    target: Ints
    edge: Ints
    chance: Floats
    visit: Floats
    log_count: float

    @property
    def passed(self) -> Floats:
        """The share of solutions that make each move, (m,)."""
        found: Floats = self.visit[self.source] * self.chance
        return found


def optimal_subgraph(graph: Graph, pause: Callable[[], None] = no_pause) -> OptimalSubgraph:
    """The optimal subgraph from the start. Raises `ClewError` if no goal can be reached from there.

    Time and memory depend on its size, not on that of the map. `pause` is called for every rank, and can end
    the work by raising.
    """
    if int(graph.distance[graph.start]) == NO_GOAL:
        raise ClewError("no goal can be reached from the start, so there are no optimal solutions")
    states, edges, local, targets = _collected(graph, None, pause)
    if graph.cost is None:
        rank: Ints = int(graph.distance[graph.start]) - graph.distance[states].astype(np.int64)
    else:
        found = ties(len(states), local, targets, np.flatnonzero(graph.is_goal[states]), pause)
        if found.circles[0]:
            left = np.full(graph.n, -1, np.int64)
            left[states] = found.left
            states, edges, local, targets = _collected(graph, left, pause)
            rank = left[graph.start] - left[states]
        else:
            rank = _ranks(len(states), local, targets, pause)
    by_rank = np.lexsort((states, rank))
    place = np.empty(len(states), np.int64)
    place[by_rank] = np.arange(len(states))
    source, target = place[local], place[targets]
    by_source = np.lexsort((edges, source))
    source, target, edges = source[by_source], target[by_source], edges[by_source]
    states, rank = states[by_rank], rank[by_rank]
    layers = _layers(rank, source)
    chance, log_count = _chances(layers, source, target, len(states), pause)
    visit = np.zeros(len(states))
    visit[0] = 1.0
    for _, own in layers:
        pause()
        np.add.at(visit, target[own], visit[source[own]] * chance[own])
    return OptimalSubgraph(states, rank, source, target, edges, chance, visit, log_count)


def _collected(graph: Graph, left: Ints | None, pause: Callable[[], None]) -> tuple[Ints, Ints, Ints, Ints]:
    """The states of the subgraph, the start first, and its moves: their numbers, and the indices of their
    ends among these states. `left`, (n,): fewest moves from each state; only moves that leave one fewer
    belong.
    """
    seen = np.zeros(graph.n, np.bool_)
    front = np.array([graph.start], dtype=np.int64)
    seen[front] = True
    states, sources, edges = [front], [], []
    while len(front):
        pause()
        here, numbers = graph.optimal(front)
        if left is not None:
            kept = left[graph.indices[numbers]] + 1 == left[here]
            here, numbers = here[kept], numbers[kept]
        sources.append(here)
        edges.append(numbers)
        after = graph.indices[numbers].astype(np.int64)
        front = np.unique(after[~seen[after]])
        seen[front] = True
        states.append(front)
    every, made = np.concatenate(states), np.concatenate(edges)
    order = np.argsort(every)
    source, target = (
        order[np.searchsorted(every, ends, sorter=order)]
        for ends in (np.concatenate(sources), graph.indices[made])
    )
    return every, made, source, target


def _ranks(count: int, source: Ints, target: Ints, pause: Callable[[], None]) -> Ints:
    """The most moves with which each state can be reached; the moves lead round in no circle."""
    rank = np.zeros(count, np.int64)
    while True:
        pause()
        longer = rank.copy()
        np.maximum.at(longer, target, rank[source] + 1)
        if np.array_equal(longer, rank):
            return rank
        rank = longer


def _layers(rank: Ints, source: Ints) -> list[tuple[slice, slice]]:
    """For each rank, the slices of its states and of the moves that leave them."""
    at = np.flatnonzero(np.diff(rank, prepend=-1))
    bounds = np.append(at, len(rank))
    cuts = np.searchsorted(source, bounds)
    return [
        (slice(int(a), int(b)), slice(int(c), int(d)))
        for a, b, c, d in zip(bounds[:-1], bounds[1:], cuts[:-1], cuts[1:], strict=True)
    ]


def _chances(
    layers: list[tuple[slice, slice]],
    source: Ints,
    target: Ints,
    count: int,
    pause: Callable[[], None],
) -> tuple[Floats, float]:
    """The probability of each move, and the logarithm of the number of solutions."""
    ways = np.zeros(count)
    chance = np.empty(len(source))
    for _, own in reversed(layers):
        pause()
        if own.start == own.stop:
            continue
        after = ways[target[own]]
        heads, first = _heads(source[own])
        most = np.maximum.reduceat(after, first)
        spread = np.exp(after - np.repeat(most, np.diff(np.append(first, len(after)))))
        sums = np.add.reduceat(spread, first)
        ways[heads] = most + np.log(sums)
        chance[own] = spread / np.repeat(sums, np.diff(np.append(first, len(after))))
    return chance, float(ways[0])


def _heads(source: Ints) -> tuple[Ints, Ints]:
    """Each source once, and where its moves begin, in a list of moves sorted by source."""
    first = np.flatnonzero(np.diff(source, prepend=-1))
    return source[first], first


def used(
    found: OptimalSubgraph, move: Ints, piece: Ints, pieces: int, pause: Callable[[], None] = no_pause
) -> Floats:
    """The share of optimal solutions in which each piece moves at least once, (pieces,).

    `move` and `piece` (k,): an optimal move and a piece that it takes from its first place, -1 for any other,
    in the order of the moves; a move that takes several is there several times. The probability that piece p
    never moves is that of a walk without its moves; one backward pass computes it for many pieces at once,
    and the share is 1 minus it. Pieces that look alike are distinguished by their first place: until a piece
    has moved, only it can leave that place.
    """
    layers = _layers(found.rank, found.source)
    shares = np.zeros(pieces)
    for low in range(0, pieces, TOGETHER):
        width = min(TOGETHER, pieces - low)
        stays = np.ones((len(found.states), width))
        for _, own in reversed(layers):
            pause()
            if own.start == own.stop:
                continue
            weight = found.chance[own, None] * stays[found.target[own]]
            begin, end = np.searchsorted(move, [own.start, own.stop])
            moved = piece[begin:end] - low
            mine = np.flatnonzero((moved >= 0) & (moved < width))
            weight[move[begin:end][mine] - own.start, moved[mine]] = 0.0
            heads, first = _heads(found.source[own])
            stays[heads] = np.add.reduceat(weight, first, axis=0)
        shares[low : low + width] = 1.0 - stays[0]
    return shares


def widths(found: OptimalSubgraph, distance: Ints) -> Ints:
    """The number of states at each distance to the goal, from the start's down to 0; shape
    (min_moves + 1,). 0 at distances that no state of the subgraph has, where moves differ in cost."""
    counts: Ints = np.bincount(distance[found.states].astype(np.int64))[::-1]
    return counts
