"""Sets: streamed in order, one bad board does not stop the rest, the worst status wins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.cli.status import worst
from tests.cli.program import Inside, program
from tests.promptness import HANGS
from tests.search.boards import GAR, LONG, STUCK


def test_an_error_in_the_middle(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("null:3\n# a comment\nnull:x\nnull:2\n")
    result = clew("solve", "--json", str(path))
    first, error, last = result.json
    assert [first["length"], error["status"], last["length"]] == [3, "error", 2]
    assert set(first) <= set(error), "a program finds the same keys"
    assert (error["error"]["file"], error["error"]["line"]) == (str(path), 3)
    assert "whole number" in error["error"]["message"]
    assert result.status == 2
    assert f"{path}, line 3" in result.err
    assert "0 to 65535" in result.err


def test_people_get_the_rest_of_the_set_too(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("null:x\nnull:2\n")
    result = clew("solve", "--quiet", str(path))
    assert (result.status, result.out) == (2, "down down\n")
    assert result.err.startswith("clew: ")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("set.csv", f"id,board\n7,{GAR}\n"),
        ("set.jsonl", '{"id": "7", "family": "null", "start": 2}\n'),
    ],
)
def test_other_columns_come_back_as_input(clew: Inside, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    (answer,) = clew("solve", "--json", str(path)).json
    assert answer["input"] == {"id": "7"}
    (checked,) = clew("check", "--json", str(path)).json
    assert checked["input"] == {"id": "7"}
    (hinted,) = clew("hint", "--json", str(path)).json
    assert hinted["input"] == {"id": "7"}


def test_family_says_what_a_csv_does_not(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text("board\n4\n")
    assert clew("solve", "--json", "--family", "null", str(path)).json[0]["length"] == 4
    assert clew("solve", str(path)).status == 2


def test_a_folder_in_order_of_name(clew: Inside, tmp_path: Path) -> None:
    for name, start in (("b", 2), ("a", 1), ("c", 3)):
        (tmp_path / f"{name}.toml").write_text(f'family = "null"\nstart = {start}\n')
    assert [answer["length"] for answer in clew("solve", "--json", str(tmp_path)).json] == [1, 2, 3]


@pytest.mark.parametrize(
    "text", ["null:3\nnull:1\n", '{"family": "null", "start": 3}\n{"family": "null", "start": 1}\n']
)
def test_standard_input(text: str) -> None:
    result = program("solve", "--json", "-", stdin=text)
    assert [answer["length"] for answer in result.json] == [3, 1]
    assert result.status == 0


def test_standard_input_may_be_toml() -> None:
    assert program("solve", "--quiet", "-", stdin='family = "null"\nstart = 2\n').out == "down down\n"


def test_answers_come_before_the_next_board_is_there() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "solve", "--quiet", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for start in (2, 1):
        process.stdin.write(f"null:{start}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().split() == [b"down"] * start
    process.stdin.close()
    assert process.wait(HANGS) == 0
    process.stdout.close()


@pytest.mark.parametrize(
    ("boards", "status"),
    [
        (["null:1"], 0),
        (["null:1", STUCK], 1),
        ([STUCK, LONG], 3),
        ([LONG, STUCK, "null:x", "null:1"], 2),
    ],
)
def test_the_worst_status_wins(clew: Inside, boards: list[str], status: int) -> None:
    result = clew("solve", "--json", "--algorithm", "bfs", "--max-states", "20000", *boards)
    assert result.status == status
    assert len(result.json) == len(boards)


def test_the_order_of_statuses() -> None:
    assert [worst(130, 2), worst(3, 2), worst(1, 3), worst(0, 1)] == [130, 2, 3, 1]


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "solve", "--json", *["null:3000"] * 20],
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)
    os.read(read, 100)
    os.close(read)
    _, errors = process.communicate(timeout=HANGS)
    assert errors == b""
    assert process.returncode == 0


def test_a_board_that_begins_like_a_comment_is_read(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("# a comment\n#comment\n#AA/ooo/ooo\nAAo/ooo/ooo\n#Q/oo\n")
    result = clew("check", "--family", "blocks", str(path))
    assert [line for line in (3, 4, 5) if f"line {line}" in result.out + result.err] == [3, 4, 5]
    assert "line 1" not in result.out + result.err
    assert "line 2" not in result.out + result.err


def test_a_puzzle_of_ones_own_that_is_elsewhere_is_told_where_to_run(
    clew: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other tests have the examples on their path, or have imported them.
    monkeypatch.setattr(sys, "path", [place for place in sys.path if not place.endswith("examples")])
    monkeypatch.delitem(sys.modules, "jugs", raising=False)
    result = clew("solve", "jugs:Jugs")
    assert result.status == 2
    assert "a puzzle of your own, run this in the folder of jugs.py" in result.err


def test_a_board_without_its_family_is_guessed_in_full(clew: Inside) -> None:
    body = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
    assert f'did you mean "blocks:{body}"?' in clew("solve", body).err
