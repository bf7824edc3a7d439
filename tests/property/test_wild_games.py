"""Games from the whole language of PuzzleScript: the engine and the plain interpreter agree on every key."""

from __future__ import annotations

from random import Random

import pytest

from tests.amount import times
from tests.property.wild_games import difference, wild_board

WALK = 5
SEEN = [
    "more 654",  # `no` of a property beside an object of it
    "more 5180",  # the same in a rule that never matches
    "more 5645",  # a restart by the rules of the level's start
    "more 5733",  # an endless rule in a turn that is tried again
    "more 28204",  # two objects of a layer on the right of a rule that never matches
    "more 34662",  # a rule beside a rigid one in its group
    "more 38854",  # the same beside a late one
    "nov25 4640",  # an object twice on the right of a rule that never matches
]
"""Games on which the two once differed."""


@pytest.mark.parametrize("seed", range(times(30, 500)))
def test_a_walk_through_a_wild_game(seed: int) -> None:
    assert difference(wild_board(Random(seed)), Random(seed), WALK)[0] == ""


@pytest.mark.parametrize("seed", SEEN)
def test_games_on_which_the_two_once_differed(seed: str) -> None:
    rng = Random(seed)
    found, _ = difference(wild_board(rng), rng, walk=5)
    assert not found
