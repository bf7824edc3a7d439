"""Essential solutions: as many as a plain enumeration of all orders of commuting moves finds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import clew
from tests.amount import times
from tests.property.random_boards import GENERATORS, sample
from tests.property.under_test import puzzle_of

MOST = 400
"""Solutions of a board that are all enumerated."""


def classes(best: Any) -> int:
    """How many classes of solutions there are, if neighbours are moves that may be swapped: both orders are
    solutions, and reach the same position (which may be told apart only by identical pieces, or by where a
    player stands whose steps do not count) by the same names.
    """
    puzzle, lines = best.puzzle, list(best)

    def after(line: list[Any], at: int) -> Any:
        return list(puzzle._engine.canonical(puzzle._numbers(line[at].after)))

    by_names = {tuple(map(str, line)): line for line in lines}
    left, number = set(by_names), 0
    while left:
        number += 1
        waiting = [left.pop()]
        while waiting:
            names = waiting.pop()
            for at in range(len(names) - 1):
                other = (*names[:at], names[at + 1], names[at], *names[at + 2 :])
                if other in left and after(by_names[other], at + 1) == after(by_names[names], at + 1):
                    left.remove(other)
                    waiting.append(other)
    return number


@pytest.mark.parametrize("family", GENERATORS)
def test_as_many_as_a_plain_enumeration_finds(family: str) -> None:
    for case in sample(family, 4000, times(8, 200)):
        count = case.map.count()
        if count is not None and count <= MOST:
            best = clew.solutions(puzzle_of(case.board))
            assert best.essential == classes(best), case.board


@pytest.mark.parametrize(
    "board",
    [
        "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
        "blocks[free,piece]:ABoo/oooo/ooCC/oooo>.AB./..../..../CC..",
        "boards/sokoban/two-rooms.toml",
        "boards/ricochet/noughts-and-crosses.toml",
        "boards/coroutine/bailey-1-steps.toml",
        "boards/puzzlescript/floor-1.toml",
    ],
)
def test_on_known_boards(board: str) -> None:
    best = clew.solutions(clew.load(board))
    assert best.essential == classes(best)


def test_moves_that_commute_in_one_position_only_count_where_they_do() -> None:
    """`a` and `b` commute at the start, but not after `c`: the two orders there differ."""

    class Moves(clew.Puzzle):
        after = {  # noqa: RUF012
            "s": {"a": "a", "b": "b", "c": "c"},
            "a": {"b": "ab"},
            "b": {"a": "ab"},
            "c": {"a": "ca", "b": "cb"},
            "ca": {"b": "g"},
            "cb": {"a": "h"},
            "ab": {"c": "abc"},
        }

        def initial(self) -> str:
            return "s"

        def moves(self, state: str) -> list[str]:
            return list(self.after.get(state, {}))

        def apply(self, state: str, move: str) -> str:
            return self.after[state][move]

        def is_goal(self, state: str) -> bool:
            return state in ("g", "h", "abc")

    best = clew.solutions(Moves())
    assert (best.count, best.essential) == (4, 3)


def test_all_orders_of_independent_moves_are_one() -> None:
    rows, goal = (
        [f"{letter}{letter}oo" for letter in "ABCDEFGH"],
        [f"..{letter}{letter}" for letter in "ABCDEFGH"],
    )
    best = clew.solutions(f"blocks:{'/'.join(rows)}>{'/'.join(goal)}")
    assert (best.count, best.essential) == (40_320, 1)


def test_too_many_for_the_memory_is_said() -> None:
    board = "pebbles:WCBRBOGYGPCORPY/-ORPYCBCYRBPGOG"
    best = clew.solutions(board, memory="16MB")
    assert (best.essential, best.limit) == (None, "memory")


def test_of_a_given_length_they_are_not_counted() -> None:
    assert clew.solutions("null:3", length=3).essential is None


def test_random_orders_of_one_board_agree() -> None:
    """The number does not depend on the order in which pieces are named."""
    board, rng = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo", Random(1)
    letters = list("BCDEFGH")
    shuffled = letters[:]
    rng.shuffle(shuffled)
    other = board.translate(str.maketrans("".join(letters), "".join(shuffled)))
    assert clew.solutions(other).essential == clew.solutions(board).essential
