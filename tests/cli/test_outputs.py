"""Files that commands write: whole or not at all, and an old one stays until the new one is whole."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clew import load, read_boards
from clew.cli import generate
from clew.cli.convert import opened
from clew.families.null.puzzle import Null
from clew.replacement import Replacement
from tests.cli.program import Inside, program
from tests.promptness import HANGS

OLD = "null:3\nnull:2\n"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A set that a command is told to write over."""
    path = tmp_path / "store.txt"
    path.write_text(OLD)
    return path


def beside(path: Path) -> list[str]:
    """The names in the folder of a file but its own."""
    return [name for name in os.listdir(path.parent) if name != path.name]


@pytest.mark.parametrize(
    "words",
    [
        ("convert", "no-such.toml"),
        ("convert", "null:3", "--to", "xsb"),
        ("convert", "null:x"),
        ("generate", "blocks", "--size", "3x3", "--par", "60..", "--max-seconds", "0.1"),
        (
            "generate",
            "blocks",
            "--size",
            "3x3",
            "--par",
            "60..",
            "--max-seconds",
            "0.1",
            "--until-interrupted",
        ),
        ("generate", "blocks", "--size", "0x0", "--par", "1.."),
    ],
)
def test_without_any_board_the_old_file_stays(clew: Inside, old: Path, words: tuple[str, ...]) -> None:
    assert clew(*words, "-o", str(old)).status != 0
    assert (old.read_text(), beside(old)) == (OLD, [])
    new = old.with_name("new.txt")
    assert clew(*words, "-o", str(new)).status != 0
    assert not new.exists() and not beside(old)


def test_boards_that_another_run_added_meanwhile_stay(
    clew: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new.txt"

    def opened_by_two(path: str, *about: Any) -> Any:
        file = opened(path, *about)
        new.write_text(OLD)
        return file

    monkeypatch.setattr(generate, "opened", opened_by_two)
    words = ("--size", "3x3", "--par", "60..", "--max-seconds", "0.1", "--until-interrupted")
    assert clew("generate", "blocks", *words, "-o", str(new)).status != 0
    assert new.read_text() == OLD


def test_a_bad_board_among_good_ones_is_left_out(clew: Inside, old: Path) -> None:
    assert clew("convert", "null:1", "null:x", "null:4", "-o", str(old)).status == 2
    assert (old.read_text(), beside(old)) == ("null:1\nnull:4\n", [])


def test_a_set_can_be_piped_into_the_file_that_it_is_in(old: Path) -> None:
    with old.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-m", "clew", "convert", "-", "-o", str(old)], stdin=file, timeout=HANGS
        )
    assert (done.returncode, old.read_text()) == (0, OLD)


def test_a_killed_command_leaves_the_old_file(old: Path) -> None:
    command = [sys.executable, "-m", "clew", "convert", "-", "-o", str(old)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"null:1\n" * 100_000)  # more than a pipe holds: some of them are read by now
        process.kill()
        process.stdin.close()
        process.wait(HANGS)
    assert old.read_text() == OLD


def test_an_interrupted_convert_leaves_the_old_file(
    clew: Inside, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def __str__(self: Null) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return "null:1"

    monkeypatch.setattr(Null, "__str__", __str__)
    assert clew("convert", "null:1", "null:2", "-o", str(old)).status == 130
    assert (old.read_text(), beside(old)) == (OLD, [])


def test_an_interrupted_generate_keeps_the_boards_found(
    clew: Inside, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def to_take(sink: Any, puzzle: Any) -> None:
        assert old.read_text() == OLD, "until the end"
        take(sink, puzzle)
        os.kill(os.getpid(), signal.SIGINT)

    from clew.cli.generate import _Sink

    take = _Sink.take
    monkeypatch.setattr(_Sink, "take", to_take)
    made = clew("generate", "blocks", "--size", "4x4", "--par", "2..", "--count", "500", "-o", str(old))
    assert made.status == 130
    boards = [entry.puzzle for entry in read_boards(old)]
    assert 0 < len(boards) < 500 and all(board is not None and board.family == "blocks" for board in boards)
    assert not beside(old)


def test_a_replaced_file_keeps_its_permissions_and_its_links(clew: Inside, old: Path) -> None:
    old.chmod(0o640)
    link = old.with_name("link.txt")
    link.symlink_to(old.name)
    assert clew("convert", "null:1", "-o", str(link)).status == 0
    assert link.is_symlink() and old.read_text() == "null:1\n"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_is_written_to_straight(tmp_path: Path, name: str) -> None:
    assert program("convert", "null:1", "--to", "compact", "-o", name) == (0, "null:1\n", "")
    path = tmp_path / "all.txt"
    path.write_text("before\n")
    with path.open("ab") as file:
        command = [sys.executable, "-m", "clew", "convert", "null:1", "--to", "compact", "-o", name]
        assert subprocess.run(command, stdout=file, timeout=HANGS).returncode == 0
        file.write(b"after\n")
    assert path.read_text().endswith("null:1\nafter\n")


@pytest.mark.parametrize("words", [("convert", "null:1"), ("generate", "blocks"), ("draw", "null:1")])
def test_an_output_needs_a_name(clew: Inside, words: tuple[str, ...]) -> None:
    refused = clew(*words, "-o", "")
    assert refused.status == 2 and "the output needs a name" in refused.err


def test_a_file_that_cannot_be_made_is_named_as_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "no" / "set.txt"
    with pytest.raises(FileNotFoundError) as raised:
        Replacement(path)
    assert raised.value.filename == str(path)


def test_two_writers_do_not_disturb_each_other(old: Path) -> None:
    with Replacement(old) as one, Replacement(old) as other:
        Path(one.path).write_text("null:1\n")
        Path(other.path).write_text("null:4\n")
    assert (str(load(old)), beside(old)) == ("null:1", [])
