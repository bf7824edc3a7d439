"""The log: what scripts write, and what is reported about them."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

_KEPT = 1000
"""The number of lines kept."""


class Line(NamedTuple):
    """A line of the log: from a script (`game.log`), or about one (`trouble`)."""

    tick: int
    name: str
    text: str
    trouble: bool


class Log:
    """The last lines, and separately the last errors, which other lines cannot crowd out."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=_KEPT)
        self.troubles: deque[Line] = deque(maxlen=_KEPT)
        self.stopped: dict[str, str] = {}
        self._said: set[tuple[str, str]] = set()

    def say(self, tick: int, name: str, text: str) -> None:
        """Logs a line from a script."""
        self.lines.append(Line(tick, name, text, False))

    def stop(self, tick: int, name: str, reason: str) -> None:
        """Logs that a script was stopped."""
        self.stopped[name] = reason
        self._trouble(Line(tick, name, f"stopped: {reason}", True))

    def complain(self, tick: int, name: str, words: str) -> None:
        """Logs an error of a script that continues; the same error is logged once."""
        if (name, words) not in self._said and len(self._said) < _KEPT:
            self._said.add((name, words))
            self._trouble(Line(tick, name, words, True))

    def _trouble(self, line: Line) -> None:
        self.lines.append(line)
        self.troubles.append(line)
