"""Rounds of a hunt in several processes, which report what they find as they find it.

The parent writes a line of JSON for each round; a child answers with lines of JSON: a board, how much it has
tried, and the end of the round. A child ends when its parent does, for whatever reason.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.generation.evaluator import Halt
from clew.search.limits import Limits, Run

if TYPE_CHECKING:
    from clew.generation.evaluator import Making
    from clew.puzzles.base import EnginePuzzle

    Line = dict[str, Any]

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import clew.generation.pack as p; p.main()"
)
_POLL = 0.05  # seconds between two checks of the limits
_TELL = 1.0  # seconds between two reports of a child


class Pack:
    """Processes that play rounds. Close it, or use it in a ``with`` block."""

    def __init__(self, size: int) -> None:
        self._lines: SimpleQueue[tuple[_Child, Line | None]] = SimpleQueue()
        self._children = [_Child(self._lines) for _ in range(size)]

    def __enter__(self) -> Pack:
        return self

    def __exit__(self, *_: object) -> None:
        for child in self._children:
            child.close()

    def idle(self) -> _Child | None:
        """A process without a round; None if all have one."""
        return next((child for child in self._children if child.number is None), None)

    @property
    def busy(self) -> bool:
        """Whether any process plays a round."""
        return any(child.number is not None for child in self._children)

    def heard(self) -> tuple[_Child, Line] | None:
        """The next line of a process; None if there is none yet. Raises `ClewError` if a process failed."""
        try:
            child, line = self._lines.get(timeout=_POLL)
        except Empty:
            return None
        if line is None:
            raise ClewError(f"a process of the hunt ended: exit status {child.process.wait()}")
        if "error" in line:
            raise ClewError(str(line["error"]))
        return child, line


class _Child:
    """A process, the `number` of the round that it plays, and how many boards it has `tried` in it."""

    def __init__(self, lines: SimpleQueue[tuple[_Child, Line | None]]) -> None:
        self.number: int | None = None
        self.tried = 0
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is left to the parent process
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._in: IO[bytes] = self.process.stdin
        self._out: IO[bytes] = self.process.stdout
        self._reader = Thread(target=self._listen, args=(lines,), daemon=True)
        self._reader.start()

    def play(self, number: int, question: Line) -> None:
        """Starts a round. A process that has ended is noticed by its missing answer."""
        self.number = number
        try:
            self._in.write(json.dumps(question).encode() + b"\n")
            self._in.flush()
        except OSError:
            return

    def _listen(self, lines: SimpleQueue[tuple[_Child, Line | None]]) -> None:
        for line in self._out:
            lines.put((self, json.loads(line)))
        lines.put((self, None))

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self._out.close()
        try:
            self._in.close()
        except OSError:  # the last output has no reader
            return


def main() -> None:
    """Plays the rounds that standard input asks for. The work of a process of the pack."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    questions: SimpleQueue[Line] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()

    def tell(**line: Any) -> None:
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    while True:
        _answer(questions.get(), tell)


def _read(stream: IO[bytes], questions: SimpleQueue[Line]) -> None:
    for line in stream:
        questions.put(json.loads(line))
    os._exit(0)


def _answer(question: Line, tell: Any) -> None:
    """Plays a round, and reports its boards and its end; `limit` if it could not be finished."""
    from clew.generation.hunter import Hunter

    told = monotonic()

    def progress(making: Making) -> None:
        nonlocal told
        if monotonic() - told >= _TELL:
            told = monotonic()
            tell(tried=making.tried)

    def best(board: EnginePuzzle) -> None:
        tell(board=str(board), par=board.par)

    try:
        with Run(Limits(states=question["states"], memory=question["memory"])) as run:
            hunter = Hunter(run, progress, best)
            try:
                hunter.round(question["asked"], question["number"], question["above"])
                limit = None
            except Halt as halt:
                limit = halt.limit
            tell(tried=hunter.making.tried, over=True, limit=limit)
    except ClewError as error:
        tell(error=str(error))
    except Exception as error:
        tell(error=f"{type(error).__name__}: {error}")
