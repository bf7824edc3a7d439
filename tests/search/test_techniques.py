"""Techniques of the families' own searches: each can be left out, and lengths and counts stay the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import clew
from tests.search.boards import COUNTER

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

TECHNIQUES = (
    "known_positions",
    "patterns",
    "both_ends",
    "walks",
    "inner_pieces",
    "chosen_again",
    "blockers",
)
BOARDS = {
    "pebbles": clew.Pebbles("WCBRBOGYGPCORPY", "GOCPCYRYBRGPBO-"),
    "blocks": clew.Blocks(["ooooLx", "CCCJLo", "AAIJoM", "ooIDDM", "HEEKoo", "HFFKox"]),
    "ricochet": clew.Ricochet(
        [".......#", ".......#", "Y..R....", "G..##..O", "...#...#"], ["......Y."] + ["........"] * 4
    ),
    "ricochet, two goals": clew.Ricochet(
        [".......#", ".......#", "Y..R....", "G..##..O", "...#...#"],
        ["......Y.", ".R......", *["........"] * 3],
    ),
}


def answer(puzzle: EnginePuzzle, *without: str) -> tuple[int | None, int | None]:
    engine = puzzle._engine.without(list(without)) if without else puzzle._engine
    solutions = engine.solutions(puzzle._numbers(puzzle.initial()))
    assert solutions.status == "solved"
    return solutions.length, solutions.count()


@pytest.mark.parametrize("family", BOARDS)
def test_each_technique_can_be_left_out_and_all_of_them(family: str) -> None:
    puzzle = BOARDS[family]
    whole = answer(puzzle)
    for technique in TECHNIQUES:
        assert answer(puzzle, technique) == whole, technique
    assert answer(puzzle, *TECHNIQUES) == whole


def test_what_is_left_out_shows_in_the_work() -> None:
    puzzle = BOARDS["pebbles"]
    start = puzzle._numbers(puzzle.initial())
    distances, alone = (
        puzzle._engine.without(left_out).solve(start)["expanded"]
        for left_out in (["patterns"], ["patterns", "known_positions"])
    )
    assert distances < alone, "known positions save no work"


def test_an_unknown_technique_is_named() -> None:
    with pytest.raises(
        ValueError, match=r'no technique "luck"; the techniques are known_positions, .*blockers'
    ):
        BOARDS["pebbles"]._engine.without(["luck"])
    with pytest.raises(ValueError, match="family has no search of its own"):
        clew.load(COUNTER)._engine.without([])
