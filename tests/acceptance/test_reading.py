"""Files that were once read as other puzzles, or refused for no reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.acceptance.data import FOLDER
from tests.cli.program import Inside

READING = FOLDER / "rim" / "reading"
pytestmark = pytest.mark.skipif(not READING.is_dir(), reason="the acceptance data are not here")


@pytest.fixture
def clew(capsys: pytest.CaptureFixture[str]) -> Inside:
    return Inside(capsys)


def solved(clew: Inside, name: str, *arguments: str) -> dict[str, Any]:
    result = clew("solve", "--json", *arguments, str(READING / name))
    (answer,) = result.json
    return {**answer, "exit": result.status, "err": result.err}


@pytest.mark.parametrize(
    ("name", "length", "board"),
    [
        ("csv-metric-ignored.csv", 2, "oooo/AAoo/oooo"),
        ("grid-one-car.txt", 1, "AAoooo/" + "/".join(["oooooo"] * 5)),
        ("red-car-X-grid.txt", 2, "AAoooo/ooBBoo/XXoooC/oooooC/oooooo/oooooo"),
        ("spaces-as-free.toml", 1, "oooooo/oAAooo/oooooo"),
        ("excel-semicolon.csv", 1, "AAo/ooo/ooo"),
        ("own-convert.json", 1, "AAo/ooo/ooo"),
    ],
)
def test_the_puzzle_that_was_meant(clew: Inside, name: str, length: int, board: str) -> None:
    answer = solved(clew, name, *(["--family", "blocks"] if name.endswith(".txt") else []))
    assert (answer["exit"], answer["length"], answer["board"]) == (0, length, board)
    assert ("X is read as the piece" in answer["err"]) == (name == "red-car-X-grid.txt")


def test_an_answer_is_the_puzzle_that_it_answers(clew: Inside) -> None:
    answer = solved(clew, "own-answer-reread.jsonl")
    said = json.loads((READING / "own-answer-reread.jsonl").read_text(encoding="utf-8"))
    assert (answer["exit"], answer["status"], answer["puzzle"]) == (1, "unsolvable", said["puzzle"])


def test_what_is_refused(clew: Inside) -> None:
    answer = solved(clew, "jsonl-misspelt-key.jsonl")
    assert answer["exit"] == 2 and "`gaol` is not a key of blocks; did you mean `goal`?" in answer["err"]
    answer = solved(clew, "lowercase-truck-o.txt", "--family", "blocks[exit=r-right]")
    assert answer["exit"] == 2 and "if `o` is a piece, give it another letter" in answer["err"]


def test_the_par_of_every_format(clew: Inside, tmp_path: Any) -> None:
    result = clew("check", str(READING / "check-csv-wrong-par.csv"))
    assert result.status == 2 and "is 99, but the proved optimum is 1" in result.err
    for name in ("gen3.csv", "gen3.jsonl"):
        assert clew("check", str(READING / name)).out.count("par 6, proved optimal") == 2
    written = tmp_path / "gen3.jsonl"
    clew("convert", str(READING / "gen3.csv"), "-o", str(written))
    assert [json.loads(line)["par"] for line in written.read_text().splitlines()] == [6, 6]
    assert clew("check", "--quiet", str(written)) == (0, "", "")


def test_moves_with_a_byte_order_mark(clew: Inside) -> None:
    board = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
    (answer,) = clew("review", "--json", board, str(READING / "moves-utf8-bom.txt")).json
    assert [move["move"] for move in answer["moves"]] == ["BR1", "CL3"]
