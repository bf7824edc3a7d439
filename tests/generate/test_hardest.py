"""A hunt keeps the best board as soon as it is found, and continues as if it had not been stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

import clew
from clew.errors import ClewError
from clew.generation.generate import with_par
from clew.generation.hardest import Hunt, hardest
from clew.generation.pack import Pack
from clew.puzzles.base import EnginePuzzle
from tests.cli.program import program
from tests.promptness import HANGS

SMALL: dict[str, Any] = {"size": "2x3", "seed": 3}


def test_each_best_board_is_harder_and_needs_what_it_says() -> None:
    found: list[EnginePuzzle] = []
    hunt = hardest("coroutine", **SMALL, rounds=3, on_board=found.append)
    pars = [puzzle.par or 0 for puzzle in found]
    assert pars == sorted(set(pars)) and hunt.best == found[-1]
    assert hunt.rounds == 3 and hunt.limit is None
    assert [clew.solve(puzzle).length for puzzle in found] == pars


@pytest.mark.parametrize(
    ("family", "size", "pieces"),
    [("pebbles", "grid 2x2", None), ("blocks", "4x4", (2, 3)), ("ricochet", "3x3", 2), ("null", None, None)],
)
def test_every_family_can_be_hunted(family: str, size: str | None, pieces: Any) -> None:
    hunt = hardest(family, size=size, pieces=pieces, rounds=1)
    assert hunt.best is not None and clew.solve(hunt.best).length == hunt.length > 0


def test_a_stopped_hunt_continues_as_if_it_had_not_been(tmp_path: Path) -> None:
    path = tmp_path / "hunt.json"
    whole = hardest("coroutine", **SMALL, rounds=4)
    hardest("coroutine", **SMALL, rounds=2, checkpoint=path)
    assert json.loads(path.read_text())["rounds"] == 2
    again = hardest("coroutine", **SMALL, rounds=4, checkpoint=path)
    assert again.to_dict() == whole.to_dict() == json.loads(path.read_text())
    assert hardest("coroutine", **SMALL, rounds=4, checkpoint=path).to_dict() == whole.to_dict()


def test_what_rounds_find_does_not_depend_on_the_number_of_processes() -> None:
    found: list[EnginePuzzle] = []
    alone = hardest("coroutine", **SMALL, rounds=5)
    together = hardest("coroutine", **SMALL, rounds=5, workers=3, on_board=found.append)
    assert together.to_dict() == alone.to_dict()
    pars = [puzzle.par or 0 for puzzle in found]
    assert pars == sorted(set(pars)) and pars[-1] == alone.length


def test_the_first_of_equal_boards_wins_in_whatever_order_they_come() -> None:
    one, two = with_par(clew.load("null:7"), 7), with_par(clew.load("null[highest=9]:7"), 7)
    hunt = Hunt({})
    assert hunt.take(5, two) and not hunt.take(3, one) and not hunt.take(4, two)
    assert (hunt.best, hunt.found_in) == (one, 3)


def test_limits_end_a_hunt() -> None:
    assert hardest("coroutine", size="3x3", seconds=0).limit == "seconds"
    assert hardest("coroutine", size="3x3", seconds=0, workers=2).limit == "seconds"
    assert hardest("coroutine", size="3x3", seconds=1, workers=2).limit == "seconds"


def test_a_process_that_dies_ends_the_hunt_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.generation.pack._PROGRAM", "raise SystemExit(3)")
    with pytest.raises(ClewError, match="exit status 3"):
        hardest("coroutine", **SMALL, rounds=2, workers=2)


def test_what_a_process_refuses_is_told() -> None:
    with Pack(1) as pack:
        child = pack.idle()
        assert child is not None
        child.play(0, {"asked": {}, "number": 0, "above": 0, "states": None, "memory": 1 << 30})
        with pytest.raises(ClewError, match="KeyError"):
            while pack.heard() is None:
                pass


def _hunting(path: Path) -> subprocess.Popen[bytes]:
    """A hunt in a process of its own, as soon as it has saved a board."""
    words = ("generate", "coroutine", "--size", "4x4", "--seed", "3", "--hardest", "--workers", "2")
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", *words, "--quiet", "--checkpoint", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    until = monotonic() + HANGS
    while not (path.exists() and json.loads(path.read_text())["length"] > 5):
        assert monotonic() < until and process.poll() is None
        sleep(0.02)
    return process


@pytest.mark.parametrize("signal", [9, 2], ids=["kill -9", "Ctrl-C"])
def test_a_killed_hunt_loses_no_board(tmp_path: Path, signal: int) -> None:
    path = tmp_path / "hunt.json"
    process = _hunting(path)
    children = _children(process.pid)
    process.send_signal(signal)
    out, _ = process.communicate(timeout=HANGS)
    held = json.loads(path.read_text())
    printed = out.decode().split()
    # What was printed last may still have been on its way to the reader; what was printed is in the file.
    best = clew.load(held["best"])
    assert clew.solve(best).length == held["length"]
    assert not printed or held["length"] >= (clew.solve(clew.load(printed[-1])).length or 0)
    until = monotonic() + HANGS
    while any(_alive(child) for child in children):
        assert monotonic() < until, "a process of the hunt outlived it"
        sleep(0.02)
    rest = hardest("coroutine", size="4x4", seed=3, seconds=0, checkpoint=path)
    assert rest.best == best and rest.length == held["length"]


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    children = [int(word) for word in text.split()]
    assert len(children) == 2
    return children


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_checkpoints_of_another_hunt_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "hunt.json"
    hardest("coroutine", **SMALL, rounds=1, checkpoint=path)
    with pytest.raises(ClewError, match="another hunt: it differs in seed"):
        hardest("coroutine", size="2x3", seed=4, rounds=2, checkpoint=path)
    for text in ("{", "[]", "{}"):
        path.write_text(text)
        with pytest.raises(ClewError, match="not the checkpoint"):
            hardest("coroutine", **SMALL, rounds=2, checkpoint=path)
        assert path.read_text() == text


@pytest.mark.parametrize("wrong", [{"workers": -1}, {"seed": -1}, {"rounds": 1.5}, {"size": "1x1"}])
def test_mistakes_are_told_before_anything_is_written(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(ClewError, match="expected"):
        hardest("coroutine", **{**SMALL, **wrong}, checkpoint=tmp_path / "hunt.json")
    assert not list(tmp_path.iterdir())


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "hunt.json")
    words = ("generate", "coroutine", "--size", "2x3", "--seed", "3", "--hardest")
    alone = (*words, "--workers", "1")
    whole = program(*alone, "--rounds", "4")
    first = program(*alone, "--rounds", "2", "--checkpoint", path)
    rest = program(*words, "--rounds", "4", "--checkpoint", path)
    assert whole.status == first.status == rest.status == 0
    assert first.out + rest.out == whole.out and "4 rounds, the hardest needs" in whole.err
    assert program(*words, "--par", "3").status == 2
    assert program("generate", "coroutine", "--rounds", "2").status == 2
    assert program("generate", "coroutine", "--workers", "2").status == 2
