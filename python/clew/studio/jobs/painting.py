"""Animations and printable sheets, painted in separate processes.

An animation of 200 moves takes seconds of processor time, which in the web process would delay every
request. A process can also be ended once nobody is waiting, and its memory does not count as the site's.
The process is reused for the next picture.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.utils.translation import gettext

from clew.errors import ClewError

if TYPE_CHECKING:
    from clew.pictures.card import Result
    from clew.puzzles.base import EnginePuzzle

PAINTER = [sys.executable, "-m", "clew.studio.jobs.painter"]
LOOK_SECONDS = 0.2
"""How often to check whether somebody still waits."""

PART = 1 << 20


class Unfinished(Exception):
    """A picture that was abandoned: nobody waits for it, it took too long, or its process has died."""


class Picture(NamedTuple):
    """What to paint: the puzzle as a sheet or (ending "card") as a card with `words`, a line `over` the title
    and a `result`, or these moves from a state as an animation.
    """

    puzzle: EnginePuzzle
    ending: str
    moves: list[str] | None = None
    state: str | None = None
    paper: str = "A4"
    words: str = ""
    over: str = ""
    result: Result | None = None

    def task(self) -> bytes:
        """The line that a painter reads."""
        told = {**self._asdict(), "keys": self.puzzle.to_dict()}
        del told["puzzle"]
        return json.dumps(told).encode() + b"\n"


class Painter:
    """One painting process. Belongs to whoever took it from the `Workshop`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            PAINTER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        first = {"parent": os.getpid(), "memory": settings.CONFIG.bounds.picture_memory}
        self._put(json.dumps(first).encode() + b"\n")
        self._heard = b""

    def paint(self, picture: Picture, is_gone: Callable[[], bool]) -> bytes:
        """Return the bytes of a picture. Raises `ClewError` if it cannot be painted, and `Unfinished`."""
        until = monotonic() + settings.CONFIG.bounds.picture_seconds
        self._put(picture.task())
        while b"\n" not in self._heard:
            self._hear(until, is_gone)
        line, _, self._heard = self._heard.partition(b"\n")
        head = json.loads(line)
        if "error" in head:
            raise ClewError(head["error"])
        while len(self._heard) < head["size"]:
            self._hear(until, is_gone)
        data, self._heard = self._heard, b""
        return data

    @property
    def lives(self) -> bool:
        """Return whether the process still runs: it may have been killed while idle."""
        return self._process.poll() is None

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _put(self, data: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has died: the next read reports that
            self._process.stdin.write(data)

    def _hear(self, until: float, is_gone: Callable[[], bool]) -> None:
        """Read the next answer, checking now and then whether it is still wanted. Raises `Unfinished`."""
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not selector.select(LOOK_SECONDS):
                if is_gone():
                    raise Unfinished
                if monotonic() > until:
                    raise Unfinished(gettext("The picture took too long to draw."))
        data = os.read(self._process.stdout.fileno(), PART)
        if not data:
            raise Unfinished(gettext("The picture could not be drawn."))
        self._heard += data


class Workshop:
    """The idle painters of this process."""

    def __init__(self) -> None:
        self._resting: list[Painter] = []
        self._lock = Lock()

    def paint(self, picture: Picture, is_gone: Callable[[], bool] = lambda: False) -> bytes:
        """Return the bytes of a picture. Raises `ClewError` if it cannot be painted, and `Unfinished`."""
        with self._lock:
            painter = self._resting.pop() if self._resting else None
        if painter is not None and not painter.lives:
            painter.end()
            painter = None
        if painter is None:
            painter = Painter()
        try:
            data = painter.paint(picture, is_gone)
        except ClewError:
            self._rest(painter)
            raise
        except BaseException:
            painter.end()
            raise
        self._rest(painter)
        return data

    def _rest(self, painter: Painter) -> None:
        with self._lock:
            if len(self._resting) < settings.CONFIG.bounds.heavy:
                self._resting.append(painter)
                return
        painter.end()


workshop = Workshop()
