"""The boards of a set as levels, read as far as they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clew.boards.entries import Entry
    from clew.puzzles.base import EnginePuzzle
    from clew.tui.store import Save

AHEAD = 1000
"""Up to this many boards are counted at once; for a larger set the number is shown once its end is
reached.
"""


class Levels:
    """Boards by number, from 0. Bad boards of a set are skipped; the first error is kept in `error`."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: Iterator[Entry] = iter(entries)
        self._known: list[EnginePuzzle] = []
        self._ended = False
        self.error: ClewError | None = None
        self._reach(AHEAD)

    def _reach(self, number: int) -> None:
        while len(self._known) <= number and not self._ended:
            entry = next(self._entries, None)
            if entry is None:
                self._ended = True
            elif entry.puzzle is not None:
                self._known.append(entry.puzzle)
            else:
                self.error = self.error or entry.error

    def __contains__(self, number: int) -> bool:
        self._reach(number)
        return 0 <= number < len(self._known)

    def __getitem__(self, number: int) -> EnginePuzzle:
        if number not in self:
            raise ClewError(f"there is no board {number + 1}: the set has only {len(self._known)}")
        return self._known[number]

    def first_open(self, saves: Callable[[EnginePuzzle], Save | None]) -> int:
        """The first board without a saved solution; the first board of all if every one is solved."""
        number = 0
        while number in self:
            save = saves(self[number])
            game = None if save is None else save.read(self[number])
            if game is None or not game.is_solved:
                return number
            number += 1
        return 0

    @property
    def count(self) -> int | None:
        """How many boards there are; None if the end has not been read yet."""
        return len(self._known) if self._ended else None
