"""Forty boards of 64 by 64 cells: fields, rooms and mazes, with two to eight robots."""

from __future__ import annotations

import pytest

import clew
from bench.large import CHOSEN, SIDE, large
from tests.amount import MANY, few
from tests.reference.ricochet import Ricochet

BOARDS = [(kind, number) for kind, numbers in CHOSEN.items() for number in numbers]
HARD = {("open", 11), ("maze", 9), ("maze", 8)}
"""Those that take more than a moment."""
CASES = BOARDS if MANY else few([board for board in BOARDS if board not in HARD], 12)


def test_there_are_forty_with_two_to_eight_robots() -> None:
    assert len(BOARDS) == 40
    robots = {sum(sign.isalpha() for sign in str(large(*board).initial())) for board in BOARDS}
    assert robots == set(range(2, 9))


@pytest.mark.parametrize(("kind", "number"), CASES)
def test_a_large_board_is_solved_and_proved(kind: str, number: int) -> None:
    puzzle = large(kind, number)
    found = clew.solve(puzzle, threads=1)
    assert (found.status, found.length, found.lower_bound) == ("solved", CHOSEN[kind][number], found.length)
    rules = Ricochet(puzzle.to_dict())
    assert (rules.height, rules.width) == (SIDE, SIDE)
    state = rules.start
    for move in found.moves or ():
        assert not rules.is_goal(state)
        state = dict(rules.moves(state))[str(move)]
    assert rules.is_goal(state)
