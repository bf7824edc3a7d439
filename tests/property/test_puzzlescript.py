"""Random games: the engine does what the plain interpreter does, key by key."""

from __future__ import annotations

from random import Random

import pytest

from clew.families.puzzlescript.puzzle import PuzzleScript
from tests.families.puzzlescript import small_board
from tests.reference.puzzlescript import PuzzleScript as Plain

WALK = 6


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_through_a_random_game(seed: int) -> None:
    rng = Random(seed)
    board = small_board(rng)
    puzzle, plain = PuzzleScript(board["game"]), Plain(board)
    state, there = puzzle.initial(), plain.start
    for _ in range(WALK):
        assert plain.read(state) == there
        assert puzzle.is_goal(state) == plain.is_goal(there)
        steps, moves = dict(puzzle.successors(state)), dict(plain.moves(there))
        assert {name: plain.read(after) for name, after in steps.items()} == moves
        if not steps:
            return
        name = rng.choice(sorted(steps))
        state, there = steps[name], moves[name]
