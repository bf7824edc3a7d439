"""Ctrl-C ends every command at once, with status 130."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import clew
from clew.cli.command import summaries
from tests.amount import few
from tests.promptness import HANGS
from tests.search.boards import GAR
from tests.stops import boards

COMMANDS = {
    "solve": ["solve", boards.FIFTEEN],
    "solve --count": ["solve", "--count", boards.tracks(8, 8)],
    "solve --all": ["solve", "--all", boards.TRACKS],
    "solve --improve": ["solve", "--improve", boards.FIFTEEN],
    "solve --first": ["solve", "--first", boards.SLIDES],
    "hint": ["hint", boards.SLIDES],
    "check": ["check", "hard.jsonl"],
    "review": ["review", boards.SLIDES, "a1R"],
    "map": ["map", boards.CROWD],
    "map --film": ["map", GAR, "--film", "map.gif", "--width", "1200", "--duration", "120"],
    "rate": ["rate", boards.CROWD],
    "census": ["census", boards.EQUAL],
    "compare": ["compare", boards.SLIDES],
    "generate": ["generate", "ricochet", "--par", "20..", "--count", "100"],
    "draw": ["draw", boards.FIFTEEN, "--moves", "14-15 15-14 " * 400, "-o", "film.gif"],
}
"""Each kept busy for longer than anyone waits."""

BRIEF = {
    "arena": "agents play, with their own limits; tried in lab/tests/arena",
    "verify": "plays a few moves",
    "convert": "reads and writes text",
    "formats": "prints a list",
    "export": "writes a file",
    "doctor": "looks at what is installed",
    "completion": "prints a script",
    "play": "waits for keys; tried in tests/tui",
    "study": "reads a log; tried in lab/tests/study",
    "sweep": "processes of its own; tried in lab/tests/sweep",
    "studio": "a server; tried in studio/tests/studio",
    "world": "a window; tried in world/tests",
}

BUSY = 1.2
"""Processor seconds after which the key is pressed: starting takes some of them."""

AT_ONCE = 5.0
"""Processor seconds until it has ended: the promise is 0.1; what does not listen at all runs for minutes."""

PATIENCE = HANGS
"""Seconds of the clock after which the test gives up, however busy the machine is."""


def used(process: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_every_command_is_tried_or_said_to_be_brief() -> None:
    assert set(summaries()) == {words[0] for words in COMMANDS.values()} | set(BRIEF)


@pytest.mark.alone
@pytest.mark.parametrize("name", few(list(COMMANDS), 5))
def test_ctrl_c_ends_it(name: str, tmp_path: Path) -> None:
    hard = clew.load(boards.FIFTEEN).to_dict() | {"par": 80}
    tmp_path.joinpath("hard.jsonl").write_text(json.dumps(hard) + "\n")
    words = [sys.executable, "-m", "clew", *COMMANDS[name]]
    one = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=tmp_path, env=one
    ) as process:
        until = time.monotonic() + PATIENCE
        while used(process.pid) < BUSY and time.monotonic() < until:
            assert process.poll() is None, f"it ended by itself: {process.communicate()[1].decode()}"
            time.sleep(0.01)
        pressed = used(process.pid)
        process.send_signal(signal.SIGINT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 130
    threads = os.cpu_count() or 1
    assert usage.ru_utime + usage.ru_stime - pressed < AT_ONCE * threads
