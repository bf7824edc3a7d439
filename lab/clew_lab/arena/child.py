"""A process that answers line by line and is not trusted.

It may never read, write without end, or leave children that keep its pipes open. So both pipes are used
without blocking, each question has a deadline for being sent and answered, and no more than a line is ever
kept: what the process writes beyond that waits in the pipe, and the process with it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from time import monotonic

CHUNK = 1 << 16


class TooLate(Exception):
    """There was no answer in time."""


class Ended(Exception):
    """The process has ended, or has closed a pipe, without an answer."""


class Child:
    """A running process. Raises `OSError` if it cannot be started."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=0
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._into, self._out = self._process.stdin, self._process.stdout
        for stream in (self._into, self._out):
            os.set_blocking(stream.fileno(), False)
        self._read = bytearray()
        self._drop = False  # the rest of a line that was too long

    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def ask(self, question: bytes, seconds: float, longest: int) -> bytes:
        """Writes a question and returns the next line, cut after `longest` bytes.

        Raises `TooLate` after that many seconds, `Ended` if the process can no longer answer.
        """
        deadline = monotonic() + seconds
        self._write(question, deadline)
        while (line := self._line(longest)) is None:
            self._wait(self._out.fileno(), selectors.EVENT_READ, deadline)
            more = os.read(self._out.fileno(), CHUNK)
            if not more:
                raise Ended
            self._take(more)
        return line

    def end(self) -> None:
        """Kills the process and all that it has started in its session."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        for stream in (self._into, self._out):
            stream.close()

    def _write(self, question: bytes, deadline: float) -> None:
        left = memoryview(question)
        while left:
            self._wait(self._into.fileno(), selectors.EVENT_WRITE, deadline)
            try:
                left = left[os.write(self._into.fileno(), left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Ended from None

    def _wait(self, pipe: int, event: int, deadline: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            left = deadline - monotonic()
            if left <= 0 or not selector.select(left):
                raise TooLate

    def _line(self, longest: int) -> bytes | None:
        """The next line of what was read; None while it is not complete."""
        end = self._read.find(b"\n") + 1
        if not end and len(self._read) < longest:
            return None
        line = bytes(self._read[: end or longest][:longest])
        self._drop = not end
        del self._read[: end or len(self._read)]
        return line

    def _take(self, more: bytes) -> None:
        if self._drop:
            end = more.find(b"\n") + 1
            if not end:
                return
            more, self._drop = more[end:], False
        self._read += more
