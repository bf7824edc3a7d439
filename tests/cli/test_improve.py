"""`clew solve --improve` and `--first`, and `clew compare`: for people, for programs, and stopped."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from clew import load, verify
from tests.cli.program import Inside
from tests.cli.test_terminal import Terminal
from tests.promptness import AT_ONCE, HANGS, work_so_far, work_to_its_end
from tests.search.boards import GAR, KNOWN, LONG, STUCK


@pytest.mark.parametrize("board", KNOWN)
def test_improve_ends_with_the_proved_optimum(clew: Inside, board: str) -> None:
    result = clew("solve", "--improve", "--json", board)
    (answer,) = result.json
    assert result.status == 0
    assert (answer["status"], answer["optimal"], answer["length"], answer["lower_bound"], answer["gap"]) == (
        "solved",
        True,
        KNOWN[board][0],
        KNOWN[board][0],
        0,
    )
    assert verify(load(board), answer["moves"]).solved
    assert answer["count"] is None


def test_improve_stopped_prints_the_best_line_and_the_gap(clew: Inside) -> None:
    result = clew("solve", "--improve", "--json", "--max-states", "300000", LONG)
    (answer,) = result.json
    assert (result.status, answer["status"], answer["limit"], answer["optimal"]) == (
        3,
        "limit",
        "states",
        False,
    )
    assert verify(load(LONG), answer["moves"]).solved
    assert answer["lower_bound"] <= 80 <= answer["length"]
    assert answer["gap"] == answer["length"] - answer["lower_bound"]
    assert answer["states"] > 0
    figures = clew("solve", "--improve", "--max-states", "300000", LONG).out
    assert re.search(
        r"\d+ moves, stopped by the limit on states; no solution takes fewer than \d+ \(a gap of", figures
    )


def test_first_is_solved_but_claims_no_proof(clew: Inside) -> None:
    result = clew("solve", "--first", "--json", LONG)
    (answer,) = result.json
    assert (result.status, answer["status"], answer["optimal"]) == (0, "solved", False)
    assert verify(load(LONG), answer["moves"]).solved
    assert answer["length"] > answer["lower_bound"]
    assert "limit" not in answer
    people = clew("solve", "--first", LONG)
    assert "not proved optimal; no solution takes fewer than" in people.out
    assert (people.status, people.err) == (0, "")
    (moves,) = clew("solve", "--first", "-q", LONG).out.splitlines()
    assert verify(load(LONG), moves).solved


@pytest.mark.parametrize("option", ["--first", "--improve"])
def test_unsolvable_is_proved_and_a_set_is_done_to_the_end(clew: Inside, option: str) -> None:
    result = clew("solve", option, "--json", STUCK, "null:2")
    stuck, solved = result.json
    assert (stuck["status"], stuck["count"], stuck["gap"], solved["length"]) == ("unsolvable", 0, None, 2)
    assert result.status == 1


def test_first_without_any_says_the_limit(clew: Inside) -> None:
    result = clew("solve", "--first", "--json", "--max-states", "1", LONG)
    (answer,) = result.json
    assert (result.status, answer["status"], answer["limit"], answer["moves"]) == (3, "limit", "states", None)


def test_after_and_lookahead(clew: Inside) -> None:
    (answer,) = clew("solve", "--improve", "--lookahead", "1", "--after", "BR1 EU1", "--json", GAR).json
    assert (answer["length"], answer["after"]) == (6, ["BR1", "EU1"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--first", "--improve"], "choose one of them"),
        (["--improve", "--count"], "cannot be combined with --count"),
        (["--first", "--all=3"], "cannot be combined with --all"),
        (["--improve", "--via", GAR.partition(":")[2]], "cannot be combined with --via"),
        (["--lookahead", "2"], "add one of them"),
        (["--first", "--lookahead", "9"], "from 0 to 8"),
    ],
)
def test_options_that_do_not_go_together(clew: Inside, options: list[str], words: str) -> None:
    result = clew("solve", *options, GAR)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


def test_help_teaches_both(clew: Inside) -> None:
    out = clew("solve", "--help").out
    assert "clew solve --improve --max-seconds 60 board.toml" in out
    assert "--first" in out
    assert "clew compare --max-seconds" in clew("compare", "--help").out
    assert "compare" in clew("completion", "bash").out


def test_a_terminal_sees_how_far_it_is_and_calmly_what_was_found() -> None:
    terminal = Terminal("solve", "--improve", LONG)
    terminal.read(until="gap ", times=4)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    before, _, after = terminal.text.rpartition("\r\x1b[2K")
    for word in ("best ", "bound ", "gap ", "states", "/s", " s\x1b[0m"):
        assert word in before
    announced = [int(length) for length in re.findall(r"(\d+) moves found by", before)]
    assert announced == sorted(set(announced), reverse=True)
    assert 1 <= len(announced) <= 12
    assert "a gap of" in after
    assert "found by" not in after


def test_no_live_line_for_pipes_quiet_or_quick_boards() -> None:
    for options in (["--quiet", "--max-seconds", "0.6", LONG], [GAR]):
        terminal = Terminal("solve", "--improve", *options)
        terminal.end()
        assert "\x1b[2K" not in terminal.text
        assert "found by" not in terminal.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_signal_ends_it_with_the_best_line(number: signal.Signals, options: list[str]) -> None:
    terminal = Terminal("solve", "--improve", "--max-memory", "2GB", *options, LONG, "null:1")
    terminal.read(until="gap ")
    worked = work_so_far(terminal.process.pid)
    terminal.process.send_signal(number)
    waited = work_to_its_end(terminal.process, worked)
    status = terminal.end()
    last = terminal.text.rpartition("\x1b[2K")[2]
    assert status == 130
    assert waited < AT_ONCE
    assert "interrupted" in last
    assert '"gap":' in last or "a gap of" in last
    assert "down" not in last, "no more boards are begun"


def searches(process: int) -> bool:
    """Whether the thread of a search has begun."""
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            if task.joinpath("comm").read_text().strip() == "improve":
                return True
    return False


def test_ctrl_c_in_a_pipe_leaves_one_whole_line_of_json() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "solve", "--improve", "--json", LONG],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    # Nothing is printed before the end; after a second of search there is a first solution.
    while not searches(process.pid):
        assert process.poll() is None
        time.sleep(0.01)
    begun = work_so_far(process.pid)
    while work_so_far(process.pid) < begun + 1.0:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGS)
    answer = json.loads(out)
    assert (process.returncode, answer["limit"], err) == (130, "interrupted", b"")
    assert verify(load(LONG), answer["moves"]).solved


def test_compare_prints_a_table_or_a_line_of_json(clew: Inside) -> None:
    result = clew("compare", GAR)
    assert (result.status, result.err) == (0, "")
    rows = [line.split() for line in result.out.splitlines()]
    assert ["default", "8", "optimal"] in [row[:3] for row in rows]
    assert ["article", "8", "optimal"] in [row[:3] for row in rows]
    result = clew("compare", "--json", GAR, STUCK)
    solved, stuck = result.json
    assert (solved["length"], len(solved["methods"]), stuck["status"], result.status) == (
        8,
        7,
        "unsolvable",
        1,
    )
    assert clew("compare", "--max-seconds", "0.1", LONG).status == 3


def test_compare_stopped_prints_what_was_tried() -> None:
    terminal = Terminal("compare", "--json", LONG, "null:1")
    terminal.read(until="default: ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(HANGS) == 130
    terminal.end()
    answer = json.loads(terminal.text.rpartition("\x1b[2K")[2])
    assert answer["interrupted"]
    assert [method["limit"] for method in answer["methods"]] == ["interrupted"]
