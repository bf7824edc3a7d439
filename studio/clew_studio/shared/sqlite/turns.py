"""A lock that is handed on in the order in which threads asked for it."""

from __future__ import annotations

from collections import deque
from threading import Lock, RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _thread import LockType


class Turns:
    """One thread at a time has its turn; the others wait in the order in which they came.

    `threading.Lock` makes no such promise: a thread that releases it and asks again at once usually gets it
    before one that has waited, so that a busy one can shut out the rest.
    """

    def __init__(self) -> None:
        self._guard = RLock()  # a forgotten writer ends its turn when its memory is freed: perhaps in here
        self._is_taken = False
        self._waiting: deque[LockType] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for a turn, at most that many seconds; False if it did not come."""
        mine = Lock()
        mine.acquire()
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            self._waiting.append(mine)
        try:
            if mine.acquire(timeout=seconds):
                return True
        except BaseException:  # such as Ctrl-C: a turn that nobody takes would stop everybody
            if not self._gives_up(mine):
                self.end()
            raise
        return not self._gives_up(mine)

    def _gives_up(self, mine: LockType) -> bool:
        """Leave the queue; False if the turn was handed over at the last moment."""
        with self._guard:
            if mine not in self._waiting:
                return False
            self._waiting.remove(mine)
            return True

    def end(self) -> None:
        """End the turn: whoever has waited longest is next."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
