"""Games from the whole language of PuzzleScript: the engine and the plain interpreter agree on every key."""

from __future__ import annotations

from random import Random

import pytest

from tests.property.wild_games import difference, wild_board

WALK = 5


@pytest.mark.parametrize("seed", range(60))
def test_a_walk_through_a_wild_game(seed: int) -> None:
    assert difference(wild_board(Random(seed)), Random(seed), WALK)[0] == ""


@pytest.mark.slow
@pytest.mark.parametrize("portion", range(2))
def test_walks_through_many_wild_games(portion: int) -> None:
    for seed in range(1_000 + 150 * portion, 1_150 + 150 * portion):
        assert difference(wild_board(Random(seed)), Random(seed), WALK)[0] == "", f"seed {seed}"
