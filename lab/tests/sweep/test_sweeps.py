"""Sweeps on this machine: every board once, in order, whatever breaks on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import clew
import clew_lab
from clew.errors import ClewError
from clew.optional import install
from clew_lab.sweep.executors import AHEAD
from tests.promptness import HANGS
from tests.sweep import operations
from tests.sweep.helpers import COINS, GAR, ROOT, below, counters, environment, gone, numbers, until

BOARDS = f"""\
board,who
{GAR},Ada
blocks:AAo/nonsense,Bob
null:3,"Eve, and others"
"{COINS}",
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "boards.csv"
    path.write_text(BOARDS)
    return path


def test_a_row_a_board_with_what_the_set_says(table: Path, tmp_path: Path) -> None:
    heard: list[tuple[int, str]] = []
    sweep = clew_lab.sweep.solve(
        table, tmp_path / "out", count=True, workers=1, on_error=lambda row, words: heard.append((row, words))
    )
    rows = list(sweep.rows())
    assert [(row["row"], row["line"], row["input_who"]) for row in rows] == [
        (1, 2, "Ada"), (2, 3, "Bob"), (3, 4, "Eve, and others"), (4, 5, ""),
    ]  # fmt: skip
    assert [row["status"] for row in rows] == ["solved", "error", "solved", "solved"]
    assert (rows[0]["length"], rows[0]["count"], len(rows[0]["moves"])) == (8, "61", 8)
    assert sweep.statuses == {"solved": 3, "error": 1}
    ((row, words),) = heard
    assert row == 2 and f"{table}, line 3" in words and words == rows[1]["error"]
    assert sweep.errors == heard
    assert os.path.exists(tmp_path / "out" / "boards.parquet")


def test_rows_say_what_the_commands_say(table: Path) -> None:
    from clew.statespace.figures import figures

    def row(sweep: clew_lab.sweep.Sweep) -> dict[str, Any]:
        return next(iter(sweep.rows()))

    puzzle = clew.load(GAR)
    space = clew.explore(puzzle)
    rated = row(clew_lab.sweep.rate(puzzle, workers=1))
    measures = {name: value for name, value in clew.rate(space).items() if name != "betweenness"}
    assert {name: rated[name] for name in measures} == measures
    mapped, told = row(clew_lab.sweep.map(GAR, workers=1)), figures(space)
    assert {key: mapped[key] for key in told if key != "seconds"} == {
        key: value for key, value in told.items() if key != "seconds"
    }
    counted = row(clew_lab.sweep.census(clew.load(COINS), workers=1))
    assert counted["counts"] == clew.census(clew.load(COINS)).counts
    assert counted["status"] == "complete"


def test_the_rows_do_not_depend_on_the_workers() -> None:
    boards = sorted(str(path) for path in (ROOT / "boards" / "coroutine").glob("*.toml"))
    alone = clew_lab.sweep.rate(boards, workers=1, chunk=1).table()
    assert alone.equals(clew_lab.sweep.rate(boards, workers=3, chunk=3).table())
    assert alone.num_rows == len(boards)


def test_limits_bind_each_board() -> None:
    sweep = clew_lab.sweep.map([GAR, "null:3"], workers=1, limits=clew.Limits(states=100))
    assert [(row["status"], row["limit"]) for row in sweep.rows()] == [("limit", "states"), ("solved", None)]


@pytest.mark.parametrize("number", ["SIGKILL", "SIGSEGV"])
def test_a_board_that_ends_its_process_is_reported_and_the_rest_done(number: str) -> None:
    sweep = clew_lab.sweep.run(
        counters(20, poisoned=9), operations.POISON, workers=2, chunk=4, options={"signal": number}
    )
    assert numbers(sweep) == list(range(1, 21))
    ((row, words),) = sweep.errors
    assert row == 10 and number in words
    assert [row["status"] for row in sweep.rows()].count("solved") == 19


@pytest.mark.parametrize(
    ("operation", "words"), [(operations.FAULTY, "ZeroDivisionError"), (operations.GREEDY, "MemoryError")]
)
def test_an_exception_is_reported_and_the_rest_done(operation: clew_lab.sweep.Operation, words: str) -> None:
    sweep = clew_lab.sweep.run(counters(6, poisoned=2), operation, workers=1)
    assert sweep.statuses == {"solved": 5, "error": 1}
    assert words in sweep.errors[0][1]


def test_the_board_of_a_process_that_somebody_killed_is_done_again(tmp_path: Path) -> None:
    sweep = clew_lab.sweep.run(
        counters(8, poisoned=3), operations.UNLUCKY, workers=2, options={"folder": str(tmp_path)}
    )
    assert sweep.statuses == {"solved": 8}


PROGRAM = """
import sys, clew_lab
from tests.sweep import operations
from tests.sweep.helpers import counters
options = {"seconds": 0, "log": sys.argv[2], "gate": sys.argv[3]}
try:
    boards, where = counters(40), sys.argv[1]
    sweep = clew_lab.sweep.run(boards, operations.SLOW, where, workers=2, chunk=2, options=options)
except KeyboardInterrupt:
    sys.exit(130)
print(sweep.boards, sweep.before)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_sweep_goes_on_where_it_was(number: signal.Signals, tmp_path: Path) -> None:
    out, log, gate = (tmp_path / name for name in ("out", "log", "gate"))
    command = [sys.executable, "-c", PROGRAM, str(out), str(log), str(gate)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment())
    parts = out / "parts"
    until(lambda: parts.is_dir() and len(list(parts.glob("*.parquet"))) >= 4)
    children = below(process.pid)
    process.send_signal(number)
    assert process.wait(HANGS) == (130 if number == signal.SIGINT else -number)
    assert gone(children), "processes of a sweep outlive it"
    assert not (out / "boards.parquet").exists()
    done = clew_lab.sweep.read(out).num_rows
    assert 8 <= done < 40
    gate.touch()
    again = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True)
    boards, before = map(int, again.stdout.split())
    assert boards == 40 and before >= done
    assert clew_lab.sweep.read(out)["row"].to_pylist() == list(range(1, 41))
    times = log.read_text().split("\n")[:-1]
    assert len(set(times)) == 40 and len(times) <= 40 + 2 * AHEAD * 2, (
        "more was done again than was given away"
    )


def test_a_corrected_board_is_done_again_and_nothing_else(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    clew_lab.sweep.solve(table, out, workers=1, chunk=1)
    before = {path.name: path.stat().st_mtime_ns for path in (out / "parts").iterdir()}
    table.write_text(BOARDS.replace("AAo/nonsense", "AAo/ooo/ooo") + "null:4,New\n")
    (out / "parts" / "part-00000003.parquet").write_bytes(b"PAR1 cut short")
    sweep = clew_lab.sweep.solve(table, out, workers=1, chunk=1)
    after = {path.name: path.stat().st_mtime_ns for path in (out / "parts").iterdir()}
    changed = [name for name in sorted(after) if after[name] != before.get(name)]
    assert changed == [f"part-0000000{k}.parquet" for k in (1, 3, 4)]
    assert sweep.before == 2 and sweep.statuses == {"solved": 5}
    table.write_text(BOARDS.partition("null")[0])
    assert clew_lab.sweep.solve(table, out, workers=1, chunk=1).boards == 2


def test_a_folder_of_another_sweep_is_refused(tmp_path: Path) -> None:
    clew_lab.sweep.solve("null:3", tmp_path / "out", workers=1)
    with pytest.raises(ClewError, match="contains another sweep: operation 'solve' there, 'map' here"):
        clew_lab.sweep.map("null:3", tmp_path / "out", workers=1)
    with pytest.raises(ClewError, match="there is no sweep"):
        clew_lab.sweep.read(tmp_path / "nothing")


def test_progress_foretells_the_end(table: Path) -> None:
    heard: list[clew_lab.sweep.SweepProgress] = []
    clew_lab.sweep.solve([table, "null:2"], workers=1, chunk=1, on_progress=heard.append)
    assert [progress.done for progress in heard] == [1, 2, 3, 4, 5]
    assert all(progress.expected == 5 for progress in heard)
    assert heard[0].eta is not None and heard[0].eta > 0 and heard[-1].eta == 0
    assert heard[-1].errors == 1


def test_boards_are_read_as_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Any:
        for k in range(10**9):
            taken.append(k)
            yield "null:3"

    def stop(progress: clew_lab.sweep.SweepProgress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        clew_lab.sweep.solve(endless(), workers=1, chunk=2, on_progress=stop)
    assert len(taken) < 20


@pytest.mark.parametrize("means", ["stop", "cancel"])
def test_a_cancelled_sweep_has_what_is_done_and_goes_on(means: str, tmp_path: Path) -> None:
    boards = ["null:1", "null:2", "null:3", "null:4", "null:5", "null:6"]
    stop, limits = Event(), clew.Limits()
    end = stop.set if means == "stop" else limits.cancel

    def sweep(**given: Any) -> clew_lab.sweep.Sweep:
        return clew_lab.sweep.solve(boards, tmp_path, workers=1, chunk=1, **given)

    part = sweep(stop=stop, limits=limits, on_progress=lambda progress: end())
    assert not part.complete and 1 <= part.boards < len(boards)
    assert [row["row"] for row in part.rows()] == list(range(1, part.boards + 1))
    whole = sweep()
    assert whole.complete and whole.boards == len(boards) and whole.before >= part.boards


def test_a_sweep_that_is_cancelled_at_once_has_no_rows(tmp_path: Path) -> None:
    stop = Event()
    stop.set()
    sweep = clew_lab.sweep.solve("null:3", tmp_path, workers=1, stop=stop)
    assert not sweep.complete and sweep.boards == 0
    with pytest.raises(ClewError, match="no board of this sweep is done yet"):
        sweep.table()


def test_wrong_arguments_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong, words in [
        ({"workers": -1}, "workers=-1"),
        ({"chunk": 0}, "chunk=0"),
        ({"algorithm": "dfs"}, "bidirectional"),
    ]:
        with pytest.raises(ClewError, match=words):
            clew_lab.sweep.solve("null:3", **wrong)  # type: ignore[arg-type]
    stray = operations.FAULTY._replace(home="tests.sweep.operations:POISON")
    with pytest.raises(ClewError, match="is a different operation"):
        clew_lab.sweep.run("null:3", stray)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ClewError, match=re.escape(install("sweep"))):
        clew_lab.sweep.solve("null:3")


def test_json_of_a_sweep_holds_what_it_says(table: Path) -> None:
    told = json.loads(json.dumps(clew_lab.sweep.solve(table, workers=1).to_dict()))
    assert told["boards"] == 4 and told["statuses"] == {"error": 1, "solved": 3}
    assert told["errors"][0]["row"] == 2
