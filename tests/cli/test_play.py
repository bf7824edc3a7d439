"""`clew play` where it cannot begin: it says what is wrong, and what would be right, with status 2."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from clew.cli import play
from clew.optional import install
from tests.cli.program import Inside, program

BOARD = "blocks:AAoB/oooB/oooo"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if standard input and output were a terminal, with a place of its own for games."""
    monkeypatch.setattr(play, "is_terminal", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_without_a_terminal_it_says_what_to_use_instead() -> None:
    result = program("play", BOARD, stdin="")
    assert result.status == 2
    assert result.out == ""
    for word in ("not a terminal", "clew hint", "clew solve"):
        assert word in result.err


@pytest.mark.usefixtures("terminal")
def test_a_terminal_that_cannot_place_text(clew: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    result = clew("play", BOARD)
    assert (result.status, "TERM=dumb" in result.err) == (2, True)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["blocks:AAo/BB"], "all rows have the same length"),
        (["-"], "standard input is the keyboard"),
        ([BOARD, "--number", "2"], "there is no board 2: the set has only 1"),
        ([BOARD, "--resume", "--new"], "exclude each other"),
        ([BOARD, "--no-save", "--resume"], "--no-save cannot be combined"),
        ([BOARD, "--resume"], "there is no saved game"),
        (["no-such-file.toml"], "there is no such file"),
    ],
)
def test_what_is_wrong_is_said(clew: Inside, arguments: list[str], words: str) -> None:
    result = clew("play", *arguments)
    assert result.status == 2
    assert words in result.err


@pytest.mark.usefixtures("terminal")
def test_a_file_that_is_no_game_of_this_board_is_not_overwritten(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    for text, words in (
        ("my notes", "not a saved game"),
        (
            json.dumps(
                {
                    "format": "clew game",
                    "version": 1,
                    "puzzle": "null:3",
                    "start": "3",
                    "moves": [],
                    "cursor": 0,
                }
            ),
            "is a game of another board, null:3",
        ),
    ):
        path.write_text(text)
        for new in ([], ["--new"]):
            result = clew("play", BOARD, "--save", str(path), *new)
            assert result.status == 2
            assert words in result.err
            assert path.read_text() == text


@pytest.mark.usefixtures("terminal")
def test_save_keeps_one_game(clew: Inside, tmp_path: Path) -> None:
    boards = tmp_path / "set.txt"
    boards.write_text(f"{BOARD}\nnull:2\n")
    result = clew("play", str(boards), "--save", str(tmp_path / "game.json"))
    assert result.status == 2
    assert "--number" in result.err


@pytest.mark.usefixtures("terminal")
def test_a_missing_extra_names_the_command_that_installs_it(
    clew: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name == "clew.tui.app" or name.startswith("prompt_toolkit")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.delattr("clew.tui.app", raising=False)
    result = clew("play", BOARD)
    assert result.status == 2
    assert install("play") in result.err
