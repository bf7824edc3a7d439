"""What a path may lead to: no device, no file or stream without end, no folder that is a whole disk."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.boards.entries import Entry
from clew.boards.load import read_boards
from clew.puzzles import limits
from tests.boards.test_sets import ONE, TWO, texts


def the_error(entries: list[Entry]) -> str:
    (entry,) = entries
    return str(entry.error)


class Unending(io.RawIOBase):
    """The same bytes again and again; counts how many were read."""

    def __init__(self, data: bytes) -> None:
        self.data = repeat(data)
        self.read_so_far = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        data = next(self.data)
        self.read_so_far += len(data)
        return data


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null"])
def test_a_device_is_no_file(device: str, tmp_path: Path) -> None:
    link = tmp_path / "boards.txt"
    link.symlink_to(device)
    for path in (device, str(link)):
        assert "is a device, not a file" in the_error(list(read_boards(path)))
    with pytest.raises(clew.BoardError, match="is a device"):
        clew.load(device)


def test_a_file_larger_than_any_set_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{ONE}\n", encoding="utf-8")
    os.truncate(path, limits.SET_BYTES)
    assert str(next(read_boards(path)).puzzle) == ONE
    os.truncate(path, limits.SET_BYTES + 1)
    assert "split it into several files" in the_error(list(read_boards(path)))


def test_pipes_are_read_like_files(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    os.write(theirs, f"{ONE}\n{TWO}\n".encode())
    os.close(theirs)
    assert texts(read_boards(f"/dev/fd/{ours}")) == [ONE, TWO]
    os.close(ours)
    script = "import clew; print(clew.load('/dev/stdin'))"
    done = subprocess.run(
        [sys.executable, "-c", script], input=ONE, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ONE


@pytest.mark.parametrize(
    "data",
    [b"\0" * 10_000, b" " * 99 + b"\n", b"# none" * 9 + b"\n", b"\xff" * 99 + b"\n", b"x" * 5_000],
    ids=["nul", "blank", "note", "bad", "x"],
)
def test_a_stream_without_end_is_given_up(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BOARD_BYTES", 20_000)
    monkeypatch.setattr(limits, "SET_BYTES", 200_000)
    stream: Any = Unending(data)
    *_, last = read_boards("-", stdin=stream)
    assert "the input is too long" in str(last.error)
    assert stream.read_so_far <= 200_000 + 2 * len(data)


def test_no_more_than_a_board_is_kept_to_find_out_what_a_stream_is() -> None:
    """Blank lines, and lines that are no text, are reported while the stream goes on."""
    stream: Any = Unending(b"\xff\n")
    first = next(read_boards("-", stdin=stream))
    assert "UTF-8" in str(first.error)
    assert stream.read_so_far <= limits.BOARD_BYTES


def test_a_folder_with_too_much_in_it_is_refused_before_a_board_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FOLDER_ENTRIES", 6)
    for number in range(3):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "a.txt").write_text(f"{ONE}\n", encoding="utf-8")
    assert texts(read_boards(tmp_path)) == [ONE] * 3
    (tmp_path / ".one-more").write_text("", encoding="utf-8")
    assert "more than 6 files and folders" in the_error(list(read_boards(tmp_path)))


def test_ctrl_c_ends_the_wait_for_a_pipe_that_nobody_writes_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "boards")
    command = [sys.executable, "-m", "clew", "check", str(tmp_path / "boards")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.0)
    while running.poll() is None:
        running.send_signal(signal.SIGINT)
        time.sleep(0.05)
    running.communicate()
    assert running.returncode in (130, -signal.SIGINT)
