"""Proofs that Clew writes, accepted by the checker, which shares no code with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import clew
from clew import clew_check
from clew.errors import ClewError, LimitReached
from clew.puzzles.base import EnginePuzzle
from tests.acceptance.data import FOLDER, rows
from tests.amount import MANY, few, times
from tests.check.files import Proof, parted, verdict
from tests.property import random_boards
from tests.property.under_test import puzzle_of

BOARDS = Path(__file__).resolve().parents[2] / "boards"
TOO_LONG = {"panguru-25", "mondrian-22"}
LONG = {"red-above-blue", "two-holes"}  # seconds
KNOWN = sorted(path for family in clew_check.FAMILIES for path in (BOARDS / family).glob("*.toml"))
CASES = [path for path in KNOWN if path.stem not in TOO_LONG]
SHORT = [path for path in CASES if path.stem not in LONG]


def accepted(puzzle: EnginePuzzle, states: int | None = None) -> clew.Solution:
    """A solution whose proof the checker accepts."""
    solution = clew.solve(puzzle)
    proof = solution.certificate(states=states)
    words = "no solution" if solution.length is None else f"the fewest moves are {solution.length}"
    assert proof.check(seconds=600) == words, puzzle
    return solution


@pytest.mark.parametrize("path", CASES if MANY else few(SHORT, 10), ids=lambda path: path.stem)
def test_every_board(path: Path) -> None:
    puzzle = clew.load(path)
    assert accepted(puzzle).length == puzzle.par


@pytest.mark.parametrize("family", ["pebbles", "blocks", "ricochet", "coroutine"])
def test_random_boards(family: str) -> None:
    make = getattr(random_boards, f"random_{family}")
    rng = Random(family)
    for _ in range(times(25, 400)):
        puzzle = puzzle_of(make(rng))
        try:
            accepted(puzzle)
        except ClewError as error:
            assert "would list" in str(error)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="no acceptance data")
@pytest.mark.parametrize(
    "name", ["blocks_rush.csv", "coroutine.json", "ricochet.json", "pebbles_panguru.csv"]
)
def test_published_boards(name: str) -> None:
    family = name.partition(".")[0].partition("_")[0]
    keys = ("board", "goal", "plates", "pebbles", "squares", "coins", "target", "first")
    for row in few(
        [row for row in rows(name) if int(row.get("optimal") or 0) <= 20 or family == "blocks"], 4
    ):
        board = {"family": family, **{key: row[key] for key in keys if key in row}}
        if family == "blocks":
            board["board"] = [row["board"][begin : begin + 6] for begin in range(0, 36, 6)]
        try:
            length = accepted(puzzle_of(board), times(30_000, 20_000_000)).length
        except LimitReached:
            continue  # on every commit only what is short
        except ClewError as error:
            assert "would list" in str(error)
            continue
        assert length == answer(row), row


def answer(row: dict[str, Any]) -> int | None:
    """The published length; None if there is no solution."""
    text = row["turns"] if "turns" in row else row["optimal"]
    return None if text is None else int(text)


def test_a_position_after_moves() -> None:
    solution = clew.solve("blocks:AABo/ooBo/oooo/oooo", after="BD1")
    assert solution.certificate().check() == "the fewest moves are 1"


def test_a_board_without_solution() -> None:
    proof = clew.solve("blocks:AAB/ooB/ooB").certificate()
    assert (proof.length, proof.check()) == (None, "no solution")


def test_goals_from_both_ends() -> None:
    proof = clew.solve("pebbles[grid 3x3,slides]:12345678-/87654321-").certificate()
    header = Proof.read(bytes(proof)).header
    assert (header["default"], header["states"] + header["near"]) == ("near", proof.states)


def test_what_no_file_proves() -> None:
    with pytest.raises(ClewError, match="without limits"):
        clew.solve(clew.load(BOARDS / "blocks" / "rush-51.toml"), states=10).certificate()
    with pytest.raises(LimitReached, match="states"):
        clew.solve(clew.load(BOARDS / "blocks" / "rush-51.toml")).certificate(states=10)
    with pytest.raises(ClewError, match="waypoints"):
        clew.solve("null:3", via=["2"]).certificate()


@pytest.mark.many
def test_too_long_a_list_is_refused_with_its_length() -> None:
    with pytest.raises(ClewError, match=r"would list [0-9,]+ states, and a file has at most 2,500,000"):
        clew.solve(clew.load(BOARDS / "pebbles" / "panguru-25.toml")).certificate()


def test_the_file_stands_alone(tmp_path: Path) -> None:
    path = tmp_path / "board.proof"
    clew.solve("blocks:AABo/ooBo/oooo/oooo").certificate().save(path)
    alone = tmp_path / "clew_check.py"
    alone.write_bytes(Path(clew_check.__file__).read_bytes())
    told = subprocess.run(
        [sys.executable, "-I", "-S", str(alone), str(path)], capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("proved: the fewest moves are 2\n")
    assert parted(path.read_bytes())[0]["moves"] == ["BD1", "AR2"]


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from clew.cli.main import main

    path, board = str(tmp_path / "board.proof"), "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S"
    assert main(["solve", "--quiet", board, "--proof", path]) == 0
    capfd.readouterr()
    assert main(["verify", board, "--proof", path]) == 0
    assert capfd.readouterr().out == "proved: the fewest moves are 19\n"
    assert main(["verify", "--proof", path]) == 0
    assert '"family": "coroutine"' in capfd.readouterr().out
    assert main(["verify", "coroutine:S,S/N,N>a2", "--proof", path]) == 1
    assert "another puzzle" in capfd.readouterr().err
    content = bytearray(Path(path).read_bytes())
    content[-1] ^= 1
    Path(path).write_bytes(content)
    assert main(["verify", board, "--proof", path]) == 1
    assert verdict(bytes(content)).startswith("not proved")
