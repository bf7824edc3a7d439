"""Small puzzles of the tests' own, right and wrong ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import clew


class Graph(clew.Puzzle):
    """Any graph: `arcs[state]` are the states after its moves; `costs` of the moves, if given."""

    def __init__(self, arcs: dict[Any, list[Any]], start: Any, solved: set[Any]) -> None:
        self.arcs = arcs
        self.start = start
        self.solved = solved

    def initial(self) -> Any:
        return self.start

    def moves(self, state: Any) -> Iterator[int]:
        yield from range(len(self.arcs[state]))

    def apply(self, state: Any, move: int) -> Any:
        return self.arcs[state][move]

    def is_goal(self, state: Any) -> bool:
        return state in self.solved


class Weighted(Graph):
    """The same with moves that cost what `costs` says."""

    def __init__(
        self, arcs: dict[Any, list[Any]], start: Any, solved: set[Any], costs: dict[tuple[Any, int], int]
    ) -> None:
        super().__init__(arcs, start, solved)
        self.costs = costs

    def cost(self, state: Any, move: int) -> int:
        return self.costs[state, move]


class Walk(clew.Puzzle):
    """From `start` to 0 by steps of 1 or 2, never above `start`."""

    def __init__(self, start: int = 9) -> None:
        self.start = start

    def initial(self) -> Any:
        return self.start

    def moves(self, state: int) -> Any:
        return [step for step in (-2, -1, 1) if 0 <= state + step <= self.start]

    def apply(self, state: int, move: int) -> Any:
        return state + move

    def is_goal(self, state: int) -> bool:
        return state == 0


def distances(puzzle: clew.Puzzle) -> dict[Any, int]:
    """Fewest moves from the start to every state, by plain breadth-first search."""
    found = {puzzle.initial(): 0}
    queue = deque(found)
    while queue:
        state = queue.popleft()
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found
