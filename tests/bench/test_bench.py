"""`python -m bench`: its arithmetic, its refusal of wrong answers, and that a run writes a page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import clew
from bench import __main__ as command
from bench import world
from bench.measure import Measured, article, beside, engine, measure, percentile, ratio
from bench.rust import engine_figures
from bench.sets import ROOT, Board, sets
from bench.table import Table, time_of, times_of
from tests.search.boards import COUNTER, GAR

if TYPE_CHECKING:
    from clew._engine import Found

BOARD = Board("gar-1", clew.load(GAR), 8)


def test_percentile_is_a_value_of_the_list() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)) == (51, 100, 100)
    assert percentile([7.0], 0.99) == 7


def test_a_ratio_is_over_boards_that_both_finished() -> None:
    other = Board("other", clew.load(COUNTER), 4)
    solved: Any = {"status": "solved"}
    stopped: Any = {"status": "limit"}
    ours = [Measured(BOARD, 1.0, solved), Measured(other, 2.0, solved)]
    assert ratio([Measured(BOARD, 6.0, solved), Measured(other, 9.0, stopped)], ours) == 6
    assert ratio([Measured(BOARD, 6.0, stopped)], ours) is None


def test_methods_take_turns_and_find_the_same() -> None:
    default, plain, theirs = beside([engine(5), engine(5, shortcuts=False), article(5)], BOARD, runs=2)
    assert default.found["length"] == plain.found["length"] == theirs.found["length"] == 8
    assert min(default.seconds, plain.seconds, theirs.seconds) > 0
    assert not measure(engine(5, states=3, shortcuts=False), BOARD).finished


def test_a_wrong_answer_is_no_figure() -> None:
    def wrong(board: Board) -> Found:
        return {**engine(5)(board), "length": 7}

    with pytest.raises(AssertionError, match="7 moves, known are 8"):
        measure(wrong, BOARD)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0000042, "4.2 µs"), (0.00123, "1.23 ms"), (2.5, "2.5 s"), (1234.5, "1,234 s")],
)
def test_times_are_told_in_a_fit_unit(seconds: float, text: str) -> None:
    assert time_of(seconds) == text


def test_ratios_and_tables() -> None:
    assert (times_of(None), times_of(1.234), times_of(1234.5)) == ("-", "1.23x", "1,234x")
    lines = Table("Title", ("a", "b"), [("x", "1"), ("long", "22")], "A note.").markdown().splitlines()
    assert lines[:3] == ["## Title", "", "A note."]
    assert lines[4:] == ["| a    |   b |", "| ---- | --: |", "| x    |   1 |", "| long |  22 |"]


def test_shipped_boards_are_there_without_the_published_ones() -> None:
    names = [group.name for group in sets(quick=True) if group.boards]
    assert names[:4] == ["boards/pebbles", "boards/blocks", "boards/ricochet", "boards/coroutine"]


def test_engine_figures_are_told_by_group_and_method(tmp_path: Path) -> None:
    path = tmp_path / "figures.jsonl"
    rows = [("plain", "x", 3000), ("plain", "y", 5000), ("own", "x", 1000), ("own", "y", 1000)]
    lines = [
        json.dumps({"group": "blocks", "method": method, "board": board, "median_ns": time, "states": 1})
        for method, board, time in rows
    ]
    path.write_text("\n".join(["a line of cargo", *lines]))
    (table,) = engine_figures(False, path)
    assert [list(row) for row in table.rows] == [
        ["blocks, plain", "2", "5 µs", "5 µs", "5 µs", "1x"],
        ["blocks, own", "2", "1 µs", "1 µs", "1 µs", "4x"],
    ]
    assert engine_figures(False, tmp_path / "nowhere") == []


def test_a_run_prints_and_writes_one_page(tmp_path: Path) -> None:
    page = tmp_path / "RESULTS.md"
    options = ["--quick", "--only", "engine", "--output", str(page)]
    done = subprocess.run(
        [sys.executable, "-m", "bench", *options], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "# What Clew takes" in done.stdout
    text = page.read_text(encoding="utf-8")
    for word in ("date: ", "commit ", "machine: ", "a quick run"):
        assert word in text


def test_effects_are_written_between_their_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "fast.md"
    page.write_text(
        f"before\n{command._BEGIN}\nfigures of yesterday\n{command._END}\nafter\n", encoding="utf-8"
    )
    monkeypatch.setattr("bench.effects.effects", lambda quick: [Table("Effects: x", ("a",), [("1",)])])
    monkeypatch.setattr(sys, "argv", ["bench", "--effects", "--output", str(page)])
    assert command.main() == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "### x" in text
    assert "figures of yesterday" not in text
    page.write_text("no marks", encoding="utf-8")
    assert command.main() == 2
    assert page.read_text(encoding="utf-8") == "no marks"


def test_the_page_about_speed_has_the_marks() -> None:
    text = (ROOT / "docs" / "fast.md").read_text(encoding="utf-8")
    assert command._BEGIN in text
    assert command._END in text


def test_worlds_are_measured() -> None:
    assert world.crowd_run(20, 5, "patrol").rate > 0
    assert world.calls_run(5, world.EMPTY) > 0
