"""Ricochet with the rules of the robots game: a target that must turn, and diagonal walls."""

from __future__ import annotations

from typing import Any

import pytest

import clew

OPEN = "...../...../...../....."


def board(start: str, goal: str, **keys: Any) -> clew.Ricochet:
    return clew.Ricochet(start, goal, **keys)


def test_a_straight_way_is_no_way_for_a_target_that_must_turn() -> None:
    straight = board("R..../.....", "....R/.....")
    turning = board("R..../.....", "....R/.....", must_turn=True)
    assert str(clew.solve(straight)) == "a1R"
    assert {" ".join(map(str, moves)) for moves in clew.solutions(turning)} == {
        "a1R e1L a1R",
        "a1R e1D e2U",
        "a1D a2R e2U",
        "a1D a2U a1R",
    }


def test_a_target_that_stands_on_its_goal_has_to_leave_it() -> None:
    puzzle = board("R.../....", "R.../....", must_turn=True)
    assert clew.solve(puzzle).length == 2
    assert clew.solve(board("R.../....", "R.../....", must_turn=True, moved="turned")).length == 0


def test_a_state_says_what_the_target_did() -> None:
    puzzle = board("R..../.....", "....R/.....", must_turn=True)
    right = puzzle.apply(puzzle.initial(), "a1R")
    assert right == "....R/.....@right"
    assert not puzzle.is_goal(right)
    back = puzzle.apply(right, "e1L")
    assert back == "R..../.....@turned"
    assert puzzle.at(right).to_dict()["moved"] == "right"
    assert puzzle.at(right).initial() == puzzle.position(puzzle.draw(right)) == right
    assert clew.distance(puzzle, right) == 2


def test_other_tiles_may_move_without_a_turn() -> None:
    puzzle = board("R...B/.....", "...R./.....", must_turn=True)
    assert puzzle.apply(puzzle.initial(), "e1D") == "R..../....B"


def test_a_diagonal_deflects_all_but_its_own_colour() -> None:
    start = "...../...../R..../B...."
    puzzle = board(start, OPEN, diagonals=["d3 rising B", "d4 rising B"])
    assert puzzle.apply(puzzle.initial(), "a3R") == "...R./...../...../B...."
    assert puzzle.apply(puzzle.initial(), "a4R") == "...../...../R..../....B"


def test_a_deflection_is_a_turn() -> None:
    puzzle = board("...../...../R....", "...R./...../.....", must_turn=True, diagonals=["d3 rising"])
    assert str(clew.solve(puzzle)) == "a3R"


def test_a_slide_in_a_circle_is_illegal() -> None:
    ring = ["a1 rising", "c1 falling", "a3 falling", "c3 rising"]
    puzzle = board(".R./.../...", ".../.../...", diagonals=ring)
    assert puzzle.moves(puzzle.initial()) == ["b1D"]
    with pytest.raises(clew.IllegalMove, match="would never stop"):
        puzzle.apply(puzzle.initial(), "b1R")


def test_a_bent_way_is_told_leg_by_leg() -> None:
    puzzle = board("...../...../R....", OPEN[:17], diagonals=["d3 rising R", "c3 rising"])
    (step,) = [step for step in puzzle.moves(puzzle.initial()) if step.name == "a3R"]
    assert puzzle.legs(puzzle.initial(), step.code) == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"must_turn": True, "goal": "RB.../....."}, "a goal of one letter"),
        ({"must_turn": True, "board": "RR..B/....."}, "one tile of the goal's colour"),
        ({"moved": "left"}, "only for boards with must_turn"),
        ({"must_turn": True, "moved": "north"}, "north"),
        ({"diagonals": ["c9 rising"]}, 'there is no cell "c9"'),
        ({"diagonals": ["c1 upwards"]}, "rising or falling"),
        ({"diagonals": ["c1 rising", "c1 falling"]}, "has a diagonal already"),
        ({"diagonals": ["b2 rising"]}, "is a fixed block"),
        ({"diagonals": ["c1 rising 7"]}, "one letter, such as R"),
        ({"diagonals": [7]}, "is a number"),
    ],
)
def test_what_is_wrong_is_named(keys: dict[str, Any], reason: str) -> None:
    with pytest.raises(clew.BoardError, match=reason):
        clew.Ricochet(**{"board": "R...B/.#...", "goal": "....R/.....", **keys})
