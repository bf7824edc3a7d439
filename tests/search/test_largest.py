"""The largest board of each family ends in an answer, or at a limit that it names."""

from __future__ import annotations

import pytest

import clew
from tests.boards.test_round_trip import LARGEST


@pytest.mark.parametrize("kind", sorted(LARGEST))
def test_the_largest_board_ends(kind: str) -> None:
    puzzle = clew.load(LARGEST[kind])
    state = puzzle.initial()
    for _ in range(3):
        state = puzzle.successors(state)[-1][1]
    for algorithm in ("auto", "bfs"):
        solution = clew.solve(puzzle.at(state), algorithm=algorithm, states=300, seconds=5)
        assert solution.status in ("solved", "unsolvable", "limit")
        assert (solution.limit is None) == (solution.status != "limit")
        if solution.moves is not None:
            assert clew.verify(puzzle.at(state), solution.moves).solved
