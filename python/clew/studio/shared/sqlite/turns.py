"""A lock that is handed on in the order in which threads asked for it."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """One thread at a time has its turn; the others wait in the order in which they came.

    `threading.Lock` makes no such promise: a thread that releases it and asks again at once usually gets it
    before one that has waited, so that a busy one can shut out the rest.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for a turn, at most that many seconds; False if it did not come."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=seconds):
            return True
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # it was handed over at the last moment

    def end(self) -> None:
        """End the turn: whoever has waited longest is next."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
