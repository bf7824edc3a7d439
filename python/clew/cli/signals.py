"""Ctrl-C and SIGTERM: both stop a command in the same way, and it is recorded that one came.

A search that is stopped returns what it knows instead of raising, so that the command can print it; the exit
status must still be that of an interruption. A signal waits until a line that is being printed is complete.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


class Interruptions:
    """While entered, SIGINT and SIGTERM raise `KeyboardInterrupt` and set `came`.

    A signal that the parent process told this one to ignore stays ignored. Outside the main thread, the only
    one that may set handlers, nothing changes.
    """

    came = False

    def __init__(self) -> None:
        Interruptions.came = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Interruptions:
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if before is signal.SIG_IGN:
                continue
            try:
                signal.signal(number, self._handle)
            except ValueError:
                break
            self._before[number] = before
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before if callable(before) else signal.SIG_DFL)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        again, Interruptions.came = Interruptions.came, True
        if Whole.depth and not again:  # a second signal does not wait: the reader of a pipe may hang
            Whole.waiting = True
        else:
            signal.default_int_handler(number, frame)


class Whole:
    """A first signal does not interrupt `with Whole():`; it is raised as `KeyboardInterrupt` at its end."""

    depth = 0
    waiting = False

    def __enter__(self) -> Whole:
        Whole.depth += 1
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        Whole.depth -= 1
        if not Whole.depth:
            waiting, Whole.waiting = Whole.waiting, False
            if waiting and kind is None:
                raise KeyboardInterrupt


class Gap:
    """Inside `Whole`, a place where a signal may interrupt; one that is waiting does so at once."""

    def __enter__(self) -> None:
        self._depth, Whole.depth = Whole.depth, 0
        if Whole.waiting:
            Whole.depth, Whole.waiting = self._depth, False
            raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        Whole.depth = self._depth
