"""Programs that do everything wrong: an arena counts it, ends in time and never crashes.

Each attack is a program's text, with the ways in which its game may end.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

import clew
from clew_lab import arena
from clew_lab.arena import Program, Question
from clew_lab.arena.child import CHUNK, Child
from tests.promptness import HANGS
from tests.search.boards import GAR

BOARD = clew.load(GAR)

ATTACKS = {
    "says nothing": ("import time; time.sleep(10000)", "timeout"),
    "never reads, and answers all the same": (
        'while True: print(\'{"move": "BR1"}\\n{"move": "BL1"}\')',
        "moves or timeout",
    ),
    "floods lines": ('while True: print(\'{"move": "x"}\')', "answers"),
    "floods without an end of line": (
        "import sys\nwhile True: sys.stdout.write('x' * 65536)",
        "timeout",
    ),
    "floods bytes that are no text": (
        "import os\nwhile True: os.write(1, b'\\xff\\xfe\\x00\\n' * 1000)",
        "answers",
    ),
    "answers in UTF-16": (
        "import sys\nfor _ in sys.stdin: sys.stdout.buffer.write('{\"move\": 1}\\n'.encode('utf-16'));"
        " sys.stdout.flush()",
        "answers",
    ),
    "answers a lone surrogate": (
        'import sys\nfor _ in sys.stdin: print(\'{"move": "\\\\ud800"}\', flush=True)',
        "answers",
    ),
    "answers in brackets": (
        "import sys\nfor _ in sys.stdin: print('[' * 100000, flush=True)",
        "answers",
    ),
    "answers with a number of many digits": (
        "import sys\nfor _ in sys.stdin: print('{\"move\": ' + '9' * 100000 + '}', flush=True)",
        "answers",
    ),
    "answers with empty lines": ("import sys\nfor _ in sys.stdin: print(flush=True)", "answers"),
    "answers a move of a million letters": (
        "import sys\nfor _ in sys.stdin: print('{\"move\": \"' + 'A' * 900000 + '\"}', flush=True)",
        "answers",
    ),
    "answers a million moves": (
        "import sys\nfor _ in sys.stdin: print('{\"move\": \"' + 'BR1 BL1 ' * 100000 + '\"}', flush=True)",
        "moves",
    ),
    "ends at once": ("", "crashed"),
    "ends in the middle of an answer": (
        "import sys\nsys.stdin.readline(); sys.stdout.write('{\"move\": ')",
        "answers or crashed",
    ),
    "kills itself": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "crashed"),
    "closes its output": ("import os, time; os.close(1); time.sleep(10000)", "crashed"),
    "closes its input": ("import os, time; os.close(0); time.sleep(10000)", "timeout or crashed"),
    "leaves a child that keeps its output": (
        "import subprocess, sys\nsubprocess.Popen(['sleep', '30'], start_new_session=True)\n"
        "sys.stdin.readline()",
        "timeout or crashed",
    ),
    "stops itself": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", "timeout"),
    "refuses to end": (
        "import signal, time\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(10000)",
        "timeout",
    ),
}


@pytest.fixture(autouse=True)
def _in_time() -> object:
    """Whatever a program does, no game hangs."""

    def hangs(*_: object) -> None:
        raise AssertionError("the arena hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(int(HANGS))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_loses_its_game_and_nothing_else(name: str, tmp_path: Path) -> None:
    text, ends = ATTACKS[name]
    path = tmp_path / "agent.py"
    path.write_text(text)
    boards = {"a": BOARD, "b": BOARD}
    seconds = 2.0 if "timeout" in ends else HANGS
    found = arena.run({"bad": Program(f"{sys.executable} -u {path}", seconds), "optimal": "optimal"}, boards)
    assert all(game.ended in ends.split(" or ") for game in found.games[:2]), found.games
    assert [game.ended for game in found.games[2:]] == ["solved", "solved"]
    assert found.standings[0].solved.value == 0 and found.standings[1].solved.value == 1
    assert str(found) and found.to_dict()
    found.traces.log.to_csv(tmp_path / "log.csv")


class Hurried(Program):
    """As long as it likes for the first answer, since a program must start; then two seconds for each."""

    def answer(self, position: Question) -> str | None:
        answer = super().answer(position)
        self.seconds = 2.0
        return answer


def test_questions_that_nobody_reads_do_not_block_the_arena(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(ATTACKS["never reads, and answers all the same"][0])
    boards = {str(number): BOARD for number in range(4)}  # together more than a pipe holds
    found = arena.run({"bad": Hurried(f"{sys.executable} -u {path}", HANGS)}, boards)
    ends = [game.ended for game in found.games]
    assert ends[0] == "moves" and "timeout" in ends and set(ends) == {"moves", "timeout"}


def test_no_more_than_a_line_is_kept() -> None:
    child = Child([sys.executable, "-c", "while True: print('x' * 3000)"])
    try:
        for _ in range(20):
            assert child.ask(b"?\n", 60, 1000) == b"x" * 1000
            assert len(child._read) <= 2 * CHUNK
    finally:
        child.end()


def test_the_rest_of_a_long_line_is_no_answer() -> None:
    text = (
        "import sys\nfor _ in sys.stdin: print('x' * 300000 + 'end', flush=True); print('short', flush=True)"
    )
    child = Child([sys.executable, "-c", text])
    try:
        assert child.ask(b"1\n", 60, 1000) == b"x" * 1000
        assert child.ask(b"2\n", 60, 1000) == b"short\n"
    finally:
        child.end()


class Nameless(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class Textless:
    def __str__(self) -> str:
        raise ValueError("no text")


@pytest.mark.parametrize("error", [Nameless(), SystemExit(3), RecursionError(), MemoryError()])
def test_a_function_that_raises_anything_loses_its_game(error: BaseException) -> None:
    def agent(position: Question) -> str:
        raise error

    game = arena.run({"bad": agent}, {"a": BOARD}).games[0]
    assert game.ended == "crashed" and type(error).__name__ in game.note


def test_a_function_that_answers_an_object_without_a_text() -> None:
    found = arena.run({"bad": lambda position: Textless()}, {"a": BOARD})
    assert found.games[0].ended == "answers" and found.standings[0].malformed == 5


def test_a_program_that_is_deleted_meanwhile_loses_its_games(tmp_path: Path) -> None:
    path = tmp_path / "agent"
    path.write_text(f"#!{sys.executable}\nimport os\nos.remove({str(path)!r})\n")
    path.chmod(0o755)
    found = arena.run({"bad": Program(str(path))}, {"a": BOARD, "b": BOARD})
    assert [game.ended for game in found.games] == ["crashed", "crashed"]
    assert "cannot be started" in found.games[1].note
