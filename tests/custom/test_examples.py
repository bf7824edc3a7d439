"""The example puzzles have the optima that are known from elsewhere, and keep the contract."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.testing import check_puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))

import eight  # type: ignore[import-not-found] # noqa: E402
import hanoi  # type: ignore[import-not-found] # noqa: E402
import lights  # type: ignore[import-not-found] # noqa: E402
import pegs  # type: ignore[import-not-found] # noqa: E402
import river  # type: ignore[import-not-found] # noqa: E402
import sokoban  # type: ignore[import-not-found] # noqa: E402

KNOWN = [
    (hanoi.Hanoi(3, 7), 127),  # 2^7 - 1 (Lucas 1883)
    (hanoi.Hanoi(4, 6), 17),  # Frame and Stewart 1941, proved by Bousch 2014
    (river.River(), 11),  # Amarel 1968
    (eight.QuickEight(), 31),  # Reinefeld 1993
    (eight.CompiledEight(), 31),
    (pegs.Pegs(), 13),  # 14 pegs, one taken off by each jump
    (sokoban.Sokoban(), 33),  # Microban 1, Skinner 2000
    (lights.Lights(4, 29_109), 7),
    (lights.CompiledLights(4, 29_109), 7),
]


@pytest.mark.parametrize(("puzzle", "optimum"), KNOWN, ids=lambda value: type(value).__name__)
def test_the_optimum_is_the_known_one(puzzle: Any, optimum: int) -> None:
    solution = clew.solve(puzzle)
    assert (solution.status, solution.length, solution.optimal) == ("solved", optimum, True)
    assert clew.verify(puzzle, solution.moves or []).solved


@pytest.mark.parametrize("puzzle", [puzzle for puzzle, _ in KNOWN], ids=lambda puzzle: type(puzzle).__name__)
def test_each_keeps_the_contract(puzzle: Any) -> None:
    assert check_puzzle(puzzle, states=150).states > 10


def test_peg_solitaire_has_as_many_solutions_as_bell_counted() -> None:
    counts = [clew.solutions(pegs.Pegs(empty)).count for empty in (0, 1, 3, 4)]
    assert counts == [29_760, 14_880, 85_258, 1_550]


def test_lights_out_needs_as_many_presses_as_scherphuis_says() -> None:
    found = [clew.explore(lights.Lights(side, 0)) for side in (3, 4)]
    assert [(space.n, int(space.depth.max())) for space in found] == [(512, 9), (4096, 7)]


def test_the_whole_eight_puzzle() -> None:
    space = clew.explore(eight.CompiledEight("123456780"))
    assert (space.n, int(space.depth.max()), int(space.layers[-1])) == (181_440, 31, 2)


def test_both_ways_to_write_the_eight_puzzle_give_the_same_map() -> None:
    plain = clew.explore(eight.QuickEight("123456780"), max_depth=12)
    native = clew.explore(eight.CompiledEight("123456780"), max_depth=12)
    assert plain.layers.tolist() == native.layers.tolist()


def test_four_pegs_from_both_ends() -> None:
    both = clew.solve(hanoi.Hanoi(4, 6), "bidirectional")
    assert (both.length, both.algorithm) == (17, "bidirectional")
