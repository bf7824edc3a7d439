"""`clew play` as a process of its own in a terminal of its own: real keys and mouse bytes in, a screen out.

`pyte` is the terminal: what it shows is what a player would see. Every wait is for something on that screen.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

import pyte

from clew.tui.page import ABOVE, BELOW
from tests.promptness import HANGS

ARROWS = {"left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B"}
PATIENCE = HANGS / 3
"""Seconds to wait for something on the screen, on a busy machine: a wait in vain must say what is there
before the test as a whole is taken to hang."""

_SYNCHRONIZED = 2026 << 5
"""The mode around each page, as pyte keeps private modes."""


class Emulator:
    """A terminal of `columns` x `rows` in which `clew play` runs, with its own place for saved games."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._master, slave = pty.openpty()
        _set_size(slave, columns, rows)
        unwanted = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "LC_ALL")
        clean = {name: value for name, value in os.environ.items() if name not in unwanted}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clew", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={
                **clean,
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                "XDG_DATA_HOME": str(home),
                **(environment or {}),
            },
        )
        os.close(slave)

    def __enter__(self) -> Emulator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def until(self, wanted: str | Callable[[str], bool]) -> Emulator:
        """Waits until a text is on the screen, or until the screen's text is as wanted."""
        shown = wanted if callable(wanted) else lambda text: wanted in text
        deadline = time.monotonic() + PATIENCE
        while not (self._whole() and shown(self.text)):
            if time.monotonic() > deadline or not self._read(deadline):
                raise AssertionError(f"waited in vain for {wanted!r}; the screen shows:\n{self.text}")
        return self

    def _whole(self) -> bool:
        """Whether the screen is painted to its end: a terminal hands over a page in parts, and half a page
        mixes two positions of a board."""
        return _SYNCHRONIZED not in self.screen.mode

    def _read(self, deadline: float) -> bool:
        if not select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.written += data
        self._stream.feed(data)
        return bool(data)

    def send(self, *keys: str) -> Emulator:
        """Types; the names of `ARROWS` are those keys."""
        for key in keys:
            os.write(self._master, ARROWS.get(key, key).encode())
        return self

    def type(self, move: str) -> Emulator:
        return self.send(":" + move + "\r")

    def find(self, text: str, nth: int = 0) -> tuple[int, int]:
        """Where a text stands on the board: the column and row of its first sign on the screen, from 0."""
        found = [
            (start, row)
            for row, line in list(enumerate(self.lines))[ABOVE:-BELOW]
            for start in range(len(line))
            if line.startswith(text, start)
        ]
        assert len(found) > nth, f"{text!r} is not on the screen:\n{self.text}"
        return found[nth]

    def press(self, x: int, y: int) -> Emulator:
        return self.send(f"\x1b[<0;{x + 1};{y + 1}M")

    def release(self, x: int, y: int) -> Emulator:
        return self.send(f"\x1b[<0;{x + 1};{y + 1}m")

    def click(self, x: int, y: int) -> Emulator:
        return self.press(x, y).release(x, y)

    def resize(self, columns: int, rows: int) -> Emulator:
        _set_size(self._master, columns, rows)
        self.screen.resize(rows, columns)
        self.process.send_signal(signal.SIGWINCH)
        return self

    def end(self) -> int:
        """The exit status, once everything is read."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(PATIENCE)


def _set_size(descriptor: int, columns: int, rows: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
