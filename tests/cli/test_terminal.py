"""On a terminal: colour, NO_COLOR, the progress line, Ctrl-C and SIGTERM."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.program import Inside
from tests.promptness import AT_ONCE, HANGS, work_so_far, work_to_its_end
from tests.search.boards import GAR, LONG


class Terminal:
    """`clew` on a pseudo-terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        master, slave = pty.openpty()
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        self._master = master
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clew", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**clean, "TERM": "xterm", **environment},
        )
        os.close(slave)
        self.text = ""

    def read(self, until: str | None = None, seconds: float = HANGS, times: int = 1) -> str:
        """What it writes, to the end or until a word has come so many times."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and (until is None or self.text.count(until) < times):
            if not select.select([self._master], [], [], 0.05)[0]:
                continue
            try:
                data = os.read(self._master, 65536)
            except OSError:
                break
            if not data:
                break
            self.text += data.decode()
        return self.text

    def end(self) -> int:
        """The exit status, once all is read."""
        self.read()
        status = self.process.wait(HANGS)
        os.close(self._master)
        return status


def test_a_terminal_gets_colour_and_the_same_text() -> None:
    terminal = Terminal("solve", GAR)
    assert terminal.end() == 0
    assert "\x1b[" in terminal.text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", terminal.text)
    assert "  BBoooG\r\n  EooHoG" in plain
    assert "8 moves (slide), proved optimal" in plain


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(environment: dict[str, str]) -> None:
    terminal = Terminal("solve", GAR, **environment)
    assert terminal.end() == 0
    assert "\x1b" not in terminal.text


def test_the_progress_line_is_rewritten_in_place_and_gone_at_the_end() -> None:
    terminal = Terminal("solve", "--max-seconds", "600", LONG)
    terminal.read(times=3, until="\r\x1b[2K")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    before, _, after = terminal.text.rpartition("\r\x1b[2K")
    assert before.count("\r\x1b[2K") >= 2
    assert "\n" not in before, "always the same line"
    for word in ("states", "/s", "depth", "best -", "bound", "ends within"):
        assert word in before
    assert "states" in after
    assert "depth" not in after


def test_no_progress_line_for_what_is_quick_or_quiet() -> None:
    for arguments in (["solve", GAR], ["solve", "--quiet", "--max-seconds", "0.6", LONG]):
        terminal = Terminal(*arguments)
        terminal.end()
        assert "\x1b[2K" not in terminal.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("options", [[], ["--json"], ["--count"], ["--threads", "2", "--algorithm", "bfs"]])
def test_a_signal_ends_a_long_search_with_what_is_known(number: signal.Signals, options: list[str]) -> None:
    terminal = Terminal("solve", "--max-memory", "2GB", *options, LONG, "null:1")
    terminal.read(until="depth")
    worked = work_so_far(terminal.process.pid)
    terminal.process.send_signal(number)
    waited = work_to_its_end(terminal.process, worked)
    status = terminal.end()
    last = terminal.text.rpartition("\x1b[2K")[2]
    assert status == 130
    assert waited < AT_ONCE
    assert "interrupted" in last
    assert '"lower_bound":' in last or "at least" in last
    assert "down" not in last, "no more boards are begun"


def test_ctrl_c_while_counting_prints_the_solution_and_begins_no_other(
    clew: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(_: object) -> None:
        """As the engine does: Ctrl-C ends the count, which is then unknown."""
        with contextlib.suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)

    monkeypatch.setattr("clew.search.solutions.Solutions.count", property(pressed))
    result = clew("solve", "--json", "--count", "null:3", "null:2")
    (answer,) = result.json
    assert (answer["length"], answer["count"], result.status) == (3, None, 130)
    assert clew("solve", "--quiet", "null:1").status == 0, "the next command begins anew"


def test_ctrl_c_while_solutions_are_listed_leaves_a_whole_line_of_json() -> None:
    board = "blocks[free,step]:BAAC/BAAC/DEEF/DGHF/IooJ>..../..../..../.AA./.AA."
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "solve", "--json", "--all", board],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.read(200_000)
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    answer = json.loads(first + rest)
    assert 0 < len(answer["solutions"]) < answer["count"] == 4_112_640_000
    assert process.wait(HANGS) == 130
    assert process.stderr.read() == b""
    process.stdout.close()
    process.stderr.close()
