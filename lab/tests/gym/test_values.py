"""The exact values of an environment are those of Clew's own searches, on many positions of each family."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random

import numpy as np
import pytest

import clew
from clew_lab.gym import PuzzleEnv
from tests.amount import times
from tests.search.boards import GAR

ROOT = Path(__file__).parents[3] / "boards"
POSITIONS = times(60, 1000)

FAMILIES = {
    "blocks": [GAR],
    "coroutine": list(map(str, sorted((ROOT / "coroutine").glob("*.toml")))),
    "null": ["null[highest=1500]:9"],
    "pebbles": ["pebbles[grid 2x4]:RRGGBB--/-BG-RGBR"],
    "puzzlescript": [str(ROOT / "puzzlescript" / f"{name}.toml") for name in ("store-2",)],
    "ricochet": [str(ROOT / "ricochet" / f"{name}.toml") for name in ("lunar-lockout", "thin-walls")],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_many_positions_of_each_family(family: str) -> None:
    checked = 0
    for board in FAMILIES[family]:
        puzzle = clew.load(board)
        assert puzzle.family == family
        env = PuzzleEnv(board, start="any")
        numbers = np.flatnonzero(~env.tables.goal).tolist()
        Random(1).shuffle(numbers)
        for number in numbers[: POSITIONS - checked]:
            state = env.observer.text(number)
            env.reset(options={"state": number})
            found, told = env.optimal(), clew.hint(puzzle, state, threads=1)
            assert (found.distance, found.moves) == (told.distance, [*map(str, told.best)]), state
            assert found.distance == clew.distance(puzzle, state, threads=1), state
            values = {str(move): inf if left is None else left + move.cost for move, left in told.moves}
            assert dict(zip(env.moves(), found.value, strict=False)) == pytest.approx(values), state
            checked += 1
    assert checked == POSITIONS
