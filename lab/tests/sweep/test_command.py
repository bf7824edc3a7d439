"""`clew sweep` and `clew map --distributed`, as they are typed."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import clew_lab
from clew.cli.main import main
from tests.promptness import HANGS
from tests.sweep.helpers import GAR, ROOT, below, gone, until

MAPPED = ["map", "--distributed", "-o", "out"]


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (["sweep", "solve", GAR], "required: --output"),
        (["sweep", "hint", GAR, "-o", "out"], "invalid choice: 'hint'"),
        (["sweep", "map", GAR, "-o", "out", "--count"], "--count is an option of clew sweep solve"),
        (["sweep", "solve", GAR, "-o", "out", "--workers", "0"], "1 or more"),
        (["sweep", "rate", GAR, "-o", "out", "--measures", "beauty"], "Measures: min_moves"),
        (["sweep", "solve", GAR, "-o", "out", "--scheduler", "x", "--workers", "2"], "its own workers"),
        (["map", "--distributed", GAR], "add --output OUT"),
        (["map", "--edges", GAR], "works only with --distributed"),
        ([*MAPPED, "--path", GAR], "is for pictures"),
        ([*MAPPED, "--threads", "2", GAR], "use --workers"),
        ([*MAPPED, GAR, GAR], "name a single BOARD"),
        ([*MAPPED, GAR, "--max-memory", "1MB"], "320,000,000 or more"),
    ],
)
def test_bad_usage_says_what_would_be_right(
    words: list[str], right: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert right in capsys.readouterr().err


def test_a_sweep_on_a_cluster_by_its_address(
    client: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    address = client.scheduler_info()["address"]
    words = ["sweep", "rate", GAR, "null:2", "-o", str(tmp_path), "--scheduler", address]
    assert main([*words, "--measures", "min_moves,bits"]) == 0
    assert "2 boards: 2 solved" in capsys.readouterr().out
    assert clew_lab.sweep.read(tmp_path)["min_moves"].to_pylist() == [8, 2]
    assert main([*words, "--measures", "min_moves,bits", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["statuses"] == {"solved": 2}


def test_a_map_on_a_cluster_by_its_address(
    client: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [
        "map",
        GAR,
        "--distributed",
        "-o",
        str(tmp_path),
        "--scheduler",
        client.scheduler_info()["address"],
    ]
    assert main([*words, "--max-depth", "5"]) == 3
    out = capsys.readouterr().out
    assert "within 5 moves of the start" in out and str(tmp_path) in out
    assert main(words) == 2
    assert "with other options" in capsys.readouterr().err


def test_the_exit_status_is_the_worst_of_the_boards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stuck = "blocks:AAxo/oooo"
    for words, wanted in [([GAR], 0), ([GAR, stuck], 1), ([GAR, "--max-states", "2"], 3), ([GAR, "x:y"], 2)]:
        out = str(tmp_path / str(wanted))
        assert main(["sweep", "solve", *words, "-o", out, "--workers", "1", "-q"]) == wanted
        assert capsys.readouterr().out == f"{out}/boards.parquet\n"


LONG = "pebbles[grid 3x4]:ABCDEFGHIJK-/-KJIHGFEDCBA"
"""A board whose map takes minutes."""


@pytest.mark.parametrize(
    ("words", "made", "told"),
    [
        (["sweep", "rate", "many.txt"], "parts/*.parquet", "of 5,000 boards"),
        (["map", "--distributed", LONG], "depth/*-0", "in all"),
    ],
)
def test_ctrl_c_on_a_terminal_is_answered_at_once_and_says_how_to_go_on(
    words: list[str], made: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "many.txt").write_text(f"{GAR}\n" * 5000)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "clew", *words, "-o", str(out), "--workers", "1"]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "lab")}
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=theirs, stdout=theirs, start_new_session=True
    )
    os.close(theirs)
    os.set_blocking(ours, False)
    said = ""

    def shows() -> bool:
        """Whether progress has been shown, and results kept."""
        nonlocal said
        with suppress(OSError):  # no more for now, or for ever
            while chunk := os.read(ours, 4096):
                said += chunk.decode(errors="replace")
        return told in said and len(list(out.glob(made))) > 3

    until(shows)
    children = below(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(HANGS) == 130
    assert gone(children)
    shows()
    os.close(ours)
    assert said.count("clew:") == 1
    assert "Run the same command again to continue" in said
    assert "Traceback" not in said
