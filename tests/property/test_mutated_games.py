"""The recorded games, changed by chance: the engine and the plain interpreter agree on every key."""

from __future__ import annotations

from random import Random

import pytest

from tests.acceptance.data import FOLDER, rows
from tests.amount import times
from tests.property.mutated_games import mutated_board
from tests.property.wild_games import difference

SOURCES = (
    [row["source"] for row in rows("puzzlescript/recordings.json")]
    if (FOLDER / "puzzlescript").is_dir()
    else []
)
WALK = 5


def compared(seeds: range) -> int:
    """How many keys were compared in games that both interpreters take."""
    total = 0
    for seed in seeds:
        found, moves = difference(mutated_board(SOURCES, Random(seed)), Random(seed), WALK)
        assert not found, f"seed {seed}: {found}"
        total += moves
    return total


@pytest.mark.skipif(not SOURCES, reason="there are no recordings")
def test_walks_through_mutated_games() -> None:
    assert compared(range(times(20, 500))) > 0
