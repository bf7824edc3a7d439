"""The engine for web pages answers as the native one does. In Node: it needs the built client, no browser."""

from __future__ import annotations

import pytest

from tests.acceptance.data import FOLDER
from tests.acceptance.in_pages import compare, published, shipped


def test_a_board_of_each_family() -> None:
    assert compare(shipped(["gar-1", "bailey-1", "triangle-of-four", "thin-walls"])).boards == 4


@pytest.mark.many
def test_the_boards_of_the_repository() -> None:
    assert compare(shipped()).boards > 30


def test_a_sample_of_the_published_boards() -> None:
    boards = list(published(step=200)) if FOLDER.is_dir() else []
    assert compare(boards).boards == len(boards)
