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


@pytest.mark.parametrize("seed", ["more 654", "more 5180", "more 5645", "more 5733"])
def test_games_on_which_the_two_once_differed(seed: str) -> None:
    """In turn: `no` of a property beside an object of it; the same in a rule that never matches; a restart
    by the rules of the level's start; an endless rule in a turn that is tried again.
    """
    rng = Random(seed)
    found, _ = difference(wild_board(rng), rng, walk=5)
    assert not found
