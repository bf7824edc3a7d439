"""Somebody's moves: legal or not, solved or not, and where they go wrong."""

from __future__ import annotations

import clew
from tests.search.boards import COINS, GAR


def test_a_whole_solution_solves() -> None:
    puzzle = clew.load(GAR)
    verdict = clew.verify(puzzle, list(clew.solve(puzzle)))
    assert verdict
    assert (verdict.legal, verdict.solved, verdict.length, verdict.first_illegal) == (True, True, 8, None)
    assert verdict.reason == "8 legal moves: solved"


def test_half_a_solution_is_legal_but_does_not_solve() -> None:
    puzzle = clew.load(GAR)
    verdict = clew.verify(puzzle, str(clew.solve(puzzle)).rsplit(" ", 3)[0])
    assert not verdict
    assert (verdict.legal, verdict.solved, verdict.length) == (True, False, 5)


def test_the_first_illegal_move_is_named() -> None:
    verdict = clew.verify(clew.load(GAR), "CL3 AR4 HU1")
    assert (verdict.legal, verdict.solved, verdict.first_illegal) == (False, False, 1)
    assert [str(move) for move in verdict.moves] == ["CL3"]
    assert verdict.error is not None
    assert verdict.error.move == "AR4"
    assert "piece A" in verdict.reason


def test_moves_that_go_on_after_the_goal() -> None:
    puzzle = clew.load("null[highest=3]:1")
    assert clew.verify(puzzle, "down").reason == "1 legal move: solved"
    away = clew.verify(puzzle, "down up")
    assert (away.legal, away.solved, away.goal_after) == (True, False, 1)
    back = clew.verify(puzzle, "down up down")
    assert (back.solved, back.goal_after) == (True, 1)
    assert "already after move 1" in back.reason


def test_length_is_the_cost_under_the_metric() -> None:
    puzzle = clew.load(COINS.replace("coroutine:", "coroutine[steps]:"))
    verdict = clew.verify(puzzle, "0S 1- 0S 1W")
    assert (len(verdict.moves), verdict.length) == (4, 3)


def test_no_moves_solve_a_solved_board() -> None:
    assert clew.verify(clew.load("null:0"), "").solved
    assert not clew.verify(clew.load("null:1"), []).solved
