"""Every record is what it claims: its solution plays, its proof is run again."""

from __future__ import annotations

import json

import pytest

import clew
from tests.amount import MANY
from tools import records as tool

RECORDS = tool.records()
SOLVED = {name: record for name, record in RECORDS.items() if "moves" in record}
COUNTED = {name: record for name, record in RECORDS.items() if "count" in record}


@pytest.mark.parametrize("name", SOLVED)
def test_the_solution_of_a_record_plays(name: str) -> None:
    record = SOLVED[name]
    verdict = clew.verify(clew.load(record["puzzle"]), record["moves"])
    assert verdict.solved and verdict.length == record["length"]
    assert clew.load(record["puzzle"]).metric == record["metric"]


@pytest.mark.parametrize(
    "name", [name for name, record in SOLVED.items() if MANY or not record["proof"]["slow"]]
)
def test_nothing_shorter_solves_it(name: str) -> None:
    record = SOLVED[name]
    found = clew.solve(clew.load(record["puzzle"]))
    assert found.optimal and found.length == record["length"]


if MANY:  # each of them counts for minutes

    @pytest.mark.parametrize("name", COUNTED)
    def test_as_many_solutions_as_it_says(name: str) -> None:
        assert clew.solutions(clew.load(COUNTED[name]["puzzle"])).count == COUNTED[name]["count"]


def test_the_page_says_what_the_file_does() -> None:
    page = tool.PAGE.read_text(encoding="utf-8")
    assert tool.written(page) == page, "run python -m tools.records"
    for record in COUNTED.values():
        assert f"{record['count']:,}" in page


def test_the_file_says_where_its_times_were_measured() -> None:
    assert json.loads(tool.FILE.read_text(encoding="utf-8"))["machine"]
    for record in RECORDS.values():
        assert record["proof"]["command"].startswith("clew ") and record["proof"]["seconds"] > 0
