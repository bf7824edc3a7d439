"""The graded boards that come with Clew: what is said about them is true, and each day has one."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

import clew
from clew.boards.graded import daily, graded
from clew.puzzles.symmetry import signature
from tests.amount import times
from tools.graded import graded as line_of

FAMILIES = ["blocks", "coroutine", "pebbles", "ricochet", "sokoban"]


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_said_about_them_is_true(family: str) -> None:
    boards = graded()[family]
    assert len(boards) == 200
    assert len({signature(clew.parse(board.puzzle)) for board in boards}) == 200
    assert [board.forecast for board in boards] == sorted(board.forecast for board in boards)
    for board in Random(1).sample(boards, times(3, 200)):
        puzzle = clew.parse(board.puzzle)
        assert puzzle.family == board.family == family
        told = line_of(puzzle)
        assert {**told, "par": clew.solve(puzzle).length} == board._asdict()


def test_ten_years_of_days() -> None:
    days = [date(2027, 1, 4) + timedelta(number) for number in range(3652)]
    boards = [daily(day) for day in days]
    last: dict[str, int] = {}
    for number, board in enumerate(boards):
        assert number - last.get(board.puzzle, -(10**6)) >= 140 * 7
        last[board.puzzle] = number
    assert set(Counter(board.family for board in boards)) == set(FAMILIES)
    by_weekday = [sorted(board.forecast for board in boards[weekday::7]) for weekday in range(7)]
    medians = [forecasts[len(forecasts) // 2] for forecasts in by_weekday]
    assert medians == sorted(medians) and medians[6] > 3 * medians[0]
    assert all(one.family != other.family for one, other in pairwise(boards))
