"""Ctrl-C and SIGTERM: both stop a command in the same way, and whether one came is remembered.

A search that is stopped returns what it knows instead of raising, so that the command can print it; the exit
status must tell all the same.
"""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


class Interruptions:
    """While entered, SIGINT and SIGTERM raise `KeyboardInterrupt` and set `came`.

    A signal that whoever started us has set to be ignored stays ignored. Outside the main thread, which
    alone may set handlers, nothing is changed.
    """

    def __init__(self) -> None:
        self.came = False
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
        self.came = True
        signal.default_int_handler(number, frame)
