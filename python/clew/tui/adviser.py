"""Hints during the game: searches in a thread, one at a time, that never block the screen."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, Any

from clew.search.hint import hint
from clew.search.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzles.base import EnginePuzzle
    from clew.search.hint import Hint

GLANCE = 3.0
"""Seconds for the search after each move, which checks whether the goal can still be reached."""

ASKED = 120.0
"""Seconds for a search that the player waits for."""

MEMORY = 1 << 30
"""Bytes: a game should leave the rest of the machine alone."""


class Adviser:
    """`known` answers at once. `ask` ends the previous search, begins one, and calls `notify` when it is
    done.

    `notify` is called from the thread of the search.
    """

    def __init__(self, puzzle: EnginePuzzle, notify: Callable[[], object]) -> None:
        self._puzzle = puzzle
        self._notify = notify
        self._hints: dict[str, tuple[Hint, float]] = {}
        self._running: tuple[str, float, Limits, Thread] | None = None
        self._threads: list[Thread] = []

    def known(self, state: Any, seconds: float = 0.0) -> Hint | None:
        """What was found for a state; None if a search of that many seconds could still find more."""
        found = self._hints.get(state)
        if found is None or (found[0].status == "limit" and found[1] < seconds):
            return None
        return found[0]

    def busy(self, state: Any) -> bool:
        """Whether a search for this state is running."""
        running = self._running
        return running is not None and running[0] == state

    def ask(self, state: Any, seconds: float) -> None:
        """Starts a search for a state, in a thread of its own, unless its answer is known."""
        if self.known(state, seconds) is not None:
            return
        running = self._running
        if running is not None and running[0] == state and running[1] >= seconds:
            return
        self.stop()
        _ = self._puzzle._engine  # created here: two threads must not create it at once
        limits = Limits(seconds=seconds, memory=MEMORY)
        thread = Thread(target=self._search, args=(state, seconds, limits), daemon=True)
        self._running = (state, seconds, limits, thread)
        self._threads = [*(old for old in self._threads if old.is_alive()), thread]
        thread.start()

    def _search(self, state: Any, seconds: float, limits: Limits) -> None:
        found = hint(self._puzzle, state, limits=limits, threads=1 if seconds == GLANCE else 0)
        if limits.cancelled:
            return
        self._hints[state] = (found, seconds)
        running = self._running
        if running is not None and running[2] is limits:
            self._running = None
        self._notify()

    def stop(self) -> None:
        """Asks the running search, if there is one, to end; its answer will not be used."""
        running, self._running = self._running, None
        if running is not None:
            running[2].cancel()

    def close(self) -> None:
        """Ends all searches, and returns once they have ended."""
        self.stop()
        for thread in self._threads:
            thread.join()

    def wait(self) -> None:
        """Returns once the running search has ended."""
        running = self._running
        if running is not None:
            running[3].join()
