"""Published numbers of states of block boards, met exactly; and the distance of the start is the optimum."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from tests.acceptance.data import portions


@pytest.mark.parametrize("rows", portions("blocks_rush.csv", 500), ids=lambda rows: rows[0]["board"])
def test_states_of_block_boards(rows: list[dict[str, Any]]) -> None:
    puzzles = [clew.Blocks.parse(row["board"]) for row in rows]
    for row, space in zip(rows, clew.explore_many(puzzles, edges=False), strict=True):
        assert space.n == int(row["states"]), row["board"]
        assert space.distance[space.start] == int(row["optimal"]), row["board"]
