"""Every row of the acceptance files, with the default algorithm."""

from typing import Any

import pytest

import clew
from tests.acceptance.data import TOO_SLOW_YET, portions, rows
from tests.property.under_test import flaw, puzzle_of
from tests.reference import rules_of

Row = dict[str, Any]


def check(board: Row, length: int | None, count: int | None = None) -> None:
    """Length, moves judged by the reference, and the count where one is given."""
    puzzle = puzzle_of(board)
    solution = clew.solve(puzzle)
    assert solution.status == ("unsolvable" if length is None else "solved"), board
    assert solution.length == length, board
    if length is None:
        assert solution.moves is None, board
    else:
        assert solution.optimal, board
        assert flaw(rules_of(board), solution.moves or [], length) is None, board
    if count is not None:
        assert clew.solutions(puzzle).count == count, board


@pytest.mark.parametrize("portion", portions("pebbles_panguru.csv", 50), ids=lambda part: part[0]["pebbles"])
def test_panguru(portion: list[Row]) -> None:
    for row in portion:
        board = {"family": "pebbles", "plates": row["plates"], "pebbles": row["pebbles"]}
        check(board, int(row["optimal"]), int(row["count"]))


@pytest.mark.parametrize(
    "portion", portions("pebbles_panguru_deep.csv", 8), ids=lambda part: part[0]["pebbles"]
)
def test_deep_panguru(portion: list[Row]) -> None:
    for row in portion:
        check({"family": "pebbles", "plates": row["plates"], "pebbles": row["pebbles"]}, int(row["optimal"]))


@pytest.mark.parametrize("portion", portions("blocks_rush.csv", 100), ids=lambda part: part[0]["board"])
def test_rush(portion: list[Row]) -> None:
    for row in portion:
        board = [row["board"][begin : begin + 6] for begin in range(0, 36, 6)]
        check({"family": "blocks", "board": board}, int(row["optimal"]))


RICOCHET = [row for row in rows("ricochet.json") if row["id"] not in TOO_SLOW_YET]


@pytest.mark.parametrize("row", RICOCHET, ids=lambda row: row["id"])
def test_ricochet(row: Row) -> None:
    board = {"family": "ricochet", "board": row["board"], "goal": row["goal"]}
    check(board, row["optimal"], int(row["count"]))


@pytest.mark.parametrize("row", rows("coroutine.json"), ids=lambda row: row["id"])
def test_coroutine(row: Row) -> None:
    board = {
        "family": "coroutine", "squares": row["squares"], "coins": row["coins"], "target": row["target"]
    }  # fmt: skip
    assert (row["turns"] is not None) == row["solvable"], row["id"]
    check(board, row["turns"], row["count_turns"] or 0)
    check(board | {"metric": "steps"}, row["steps"])
