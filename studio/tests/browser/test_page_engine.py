"""The engine for web pages answers as the native one does. In Node: it needs the built client, no browser."""

from __future__ import annotations

import pytest

import clew
from clew.families.puzzlescript.puzzle import PuzzleScript
from tests.acceptance.data import FOLDER
from tests.acceptance.in_pages import Board, compare, published, shipped
from tests.families.puzzlescript import source


def test_a_board_of_each_family() -> None:
    assert compare(shipped(["gar-1", "bailey-1", "triangle-of-four", "thin-walls", "two-rooms"])).boards == 5


def test_turns_without_end_are_left_out_and_named() -> None:
    rules = [
        "[ action Player ] [ Dot ] -> [ Player ] [ Mark ]",
        "[ Mark ] -> [ Ball ] again",
        "[ Crate ] -> [ Mark ] again",
        "[ Ball ] -> [ Crate ]",
        "[ > Player | Wall ] -> [ > Player | ]",
    ]
    board = Board(PuzzleScript(source(rules, ["no Wall"], ["P.#", "D.."])), 2)
    assert clew.solve(board.puzzle).left_out is not None
    compare([board])


@pytest.mark.many
def test_the_boards_of_the_repository() -> None:
    assert compare(shipped()).boards > 30


def test_a_sample_of_the_published_boards() -> None:
    boards = list(published(step=200)) if FOLDER.is_dir() else []
    assert compare(boards).boards == len(boards)
