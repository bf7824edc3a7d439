"""The names of files that a command writes, one per board."""

from __future__ import annotations

import os


class Numbered:
    """`name.end` for the first board; from the second on `name-2.end`, `name-3.end` and so on."""

    def __init__(self, path: str) -> None:
        self._stem, self.ending = os.path.splitext(path)
        self._boards = 0

    def next(self) -> str:
        """Return the name for the next board."""
        self._boards += 1
        return self._stem + (f"-{self._boards}" if self._boards > 1 else "") + self.ending
