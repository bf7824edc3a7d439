"""The recorded games and the faulty sources of PuzzleScript's own test suite; games as it plays them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import clew
from clew.errors import BoardError
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import read
from tests.acceptance.data import FOLDER, rows
from tests.acceptance.puzzlescript import final_level
from tests.amount import MANY

THERE = (FOLDER / "puzzlescript").is_dir()
FAULTY = rows("puzzlescript/errors.json") if THERE else []

LENGTH = 500_000
"""Keys times characters of the source: longer recordings, one in six, are played with `CLEW_TESTS=many`."""
RECORDED = [
    row
    for row in (rows("puzzlescript/recordings.json") if THERE else [])
    if MANY or len(row["inputs"]) * len(row["source"]) < LENGTH
]
RIM = FOLDER / "rim" / "puzzlescript"
EXPECTED = json.loads((RIM / "expected.json").read_text()) if RIM.is_dir() else {}


@pytest.mark.parametrize("name", [name for name, right in EXPECTED.items() if isinstance(right, int)])
def test_a_game_takes_as_many_moves_as_in_the_original(name: str) -> None:
    found = clew.solve(PuzzleScript.load(RIM / f"{name}.txt", seed="1"))
    assert (found.length, found.optimal) == (EXPECTED[name], True)


@pytest.mark.parametrize("name", [name for name, right in EXPECTED.items() if isinstance(right, str)])
def test_a_game_is_refused_in_the_line_of_the_original(name: str) -> None:
    with pytest.raises(BoardError) as caught:
        PuzzleScript.load(RIM / f"{name}.txt")
    assert re.findall(r"line (\d+):", str(caught.value))[:1] == re.findall(r"\d+", EXPECTED[name])


@pytest.mark.parametrize("number", range(len(FAULTY)))
def test_a_faulty_source_is_told_the_lines(number: int) -> None:
    row = FAULTY[number]
    _, report = read(row["source"])
    wanted = {int(found[1]) for text in row["messages"] if (found := re.match(r"line (\d+)", text))} - {0}
    told = {remark.line for remark in report.remarks}
    assert wanted <= told, f"{row['name']}: nothing about lines {sorted(wanted - told)}"
    assert report.errors or not row["count"], f"{row['name']} is refused nowhere"
    assert all(len(remark.message) > 10 for remark in report.remarks)


def _source(row: Any) -> str:
    return f"{row['name']}"[:50]


@pytest.mark.parametrize("row", RECORDED, ids=_source)
def test_a_recording_ends_in_its_level(row: dict[str, Any]) -> None:
    assert final_level(row).split() == row["expected"].split()
