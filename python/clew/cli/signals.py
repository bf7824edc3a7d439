"""Ctrl-C and SIGTERM: both stop a command in the same way, and whether one came is remembered.

A search that is stopped returns what it knows instead of raising, so that the command can print it; the exit
status must tell all the same. And what is printed is printed whole: a signal waits until the line is out.
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
        if (
            Whole.depth and not again
        ):  # a second signal does not wait: the reader of a pipe may have fallen asleep
            Whole.waiting = True
        else:
            signal.default_int_handler(number, frame)


class Whole:
    """`with Whole():` is not cut in two by a first signal: it is raised as `KeyboardInterrupt` at the end."""

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
    """Inside `Whole`, a place where a signal may be raised after all, one that waits at once."""

    def __enter__(self) -> None:
        self._depth, Whole.depth = Whole.depth, 0
        if Whole.waiting:
            Whole.depth, Whole.waiting = self._depth, False
            raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        Whole.depth = self._depth
