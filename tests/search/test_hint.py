"""Hints and distances: every legal move measured, sentences of three levels."""

from __future__ import annotations

import pytest

import clew
from tests.search.boards import COINS, GAR, KNOWN, LONG, PANGURU, STUCK


@pytest.mark.parametrize("board", KNOWN)
def test_every_legal_move_has_the_distance_after_it(board: str) -> None:
    puzzle = clew.load(board)
    solution = clew.solve(puzzle)
    for state in solution.positions[:: max(1, len(solution.positions) // 4)]:
        hint = clew.hint(puzzle, state)
        assert [move for move, _ in hint.moves] == puzzle.moves(state)
        assert hint.distance == clew.distance(puzzle, state)
        for move, after in hint.moves:
            assert after == clew.distance(puzzle, puzzle.apply(state, move)), move


@pytest.mark.parametrize("board", KNOWN)
def test_best_moves_and_the_line_are_optimal(board: str) -> None:
    puzzle = clew.load(board)
    hint = clew.hint(puzzle)
    line = clew.verify(puzzle, hint.line)
    assert (line.solved, line.length, hint.line[0]) == (True, hint.distance, hint.best[0])
    for move in hint.best:
        rest = clew.solve(puzzle, after=[move])
        assert clew.verify(puzzle, [move, *rest]).length == hint.distance
    assert hint.best == [move for move, _ in hint.moves if move in hint.best], "ties in the order of moves"


@pytest.mark.parametrize(
    ("board", "sentences"),
    [
        (GAR, ["Move piece B.", "Move piece B right.", "Move piece B right: BR1."]),
        (
            PANGURU,
            [
                "Move the pebble B on cell 3.",
                "Move the pebble B on cell 3 into cell 0.",
                "Move the pebble B on cell 3 into cell 0: 3-0.",
            ],
        ),
        (COINS, ["Move coin 0.", "Move coin 0 south.", "Move coin 0 south: 0S."]),
    ],
)
def test_each_level_says_a_little_more(board: str, sentences: list[str]) -> None:
    hint = clew.hint(clew.load(board))
    assert [hint.level(level) for level in (1, 2, 3)] == sentences
    assert str(hint) == sentences[2]


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(clew.ClewError, match="level 1 names the piece"):
        clew.hint(clew.load(GAR)).level(4)


def test_at_a_goal_nothing_is_left_to_do() -> None:
    hint = clew.hint(clew.load("null[highest=3]:0"))
    assert (hint.distance, hint.best, hint.line) == (0, [], [])
    assert "solved" in hint.level(1)


def test_where_no_goal_can_be_reached() -> None:
    puzzle = clew.load(STUCK)
    hint = clew.hint(puzzle)
    assert (hint.status, hint.distance, hint.best, hint.line) == ("unsolvable", None, [], [])
    assert "No goal" in hint.level(2)
    assert clew.distance(puzzle, puzzle.initial()) is None


def test_json_is_that_of_the_command_line() -> None:
    result = clew.hint(clew.load(GAR)).to_dict()
    assert list(result)[:4] == ["distance", "best", "moves", "line"]
    assert result["moves"][0].keys() == {"move", "distance"}


def test_a_limit_is_said_not_hidden() -> None:
    puzzle = clew.load(LONG)
    hint = clew.hint(puzzle, limits=clew.Limits(seconds=0.05))
    assert (hint.status, hint.limit, hint.distance) == ("limit", "seconds", None)
    assert "stopped" in hint.level(1)
    with pytest.raises(clew.LimitReached, match="at least"):
        clew.distance(puzzle, limits=clew.Limits(seconds=0.05))


def test_a_state_of_another_board_is_refused() -> None:
    with pytest.raises(clew.BoardError):
        clew.hint(clew.load(GAR), "AAo/ooo/ooo")
