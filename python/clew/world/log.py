"""What scripts say about themselves, and what is said about scripts."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

_KEPT = 1000
"""Lines that are kept."""


class Line(NamedTuple):
    """A line of the log: from a script (`game.log`), or about one (`trouble`)."""

    tick: int
    name: str
    text: str
    trouble: bool


class Log:
    """The last lines, and apart from them those of trouble, which no flood of other lines washes away."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=_KEPT)
        self.troubles: deque[Line] = deque(maxlen=_KEPT)
        self.stopped: dict[str, str] = {}
        self._said: set[tuple[str, str]] = set()

    def say(self, tick: int, name: str, text: str) -> None:
        """A line of a script."""
        self.lines.append(Line(tick, name, text, False))

    def stop(self, tick: int, name: str, reason: str) -> None:
        """A script was stopped."""
        self.stopped[name] = reason
        self._trouble(Line(tick, name, f"stopped: {reason}", True))

    def complain(self, tick: int, name: str, words: str) -> None:
        """An error of a script that goes on; the same one is told once."""
        if (name, words) not in self._said and len(self._said) < _KEPT:
            self._said.add((name, words))
            self._trouble(Line(tick, name, words, True))

    def _trouble(self, line: Line) -> None:
        self.lines.append(line)
        self.troubles.append(line)
