"""What the formats of games share: a board for each level, and a game with one level alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from clew.boards.entries import Entry
from clew.boards.format import Format, Found
from clew.errors import BoardError
from clew.families.puzzlescript.files import boards, levels_of, with_level
from clew.families.puzzlescript.sample import SAMPLE_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.boards.source import Source


class Games(Format, ABC):
    """A format whose files hold a game."""

    family = "puzzlescript"
    example = SAMPLE_TEXT
    several = False
    places = False
    """Whether lines of the game are those of the file."""

    @abstractmethod
    def game(self, source: Source) -> str:
        """The source of the game. Raises `BoardError`."""

    def read(self, source: Source) -> Iterator[Entry]:
        """A board for each level; those of several are named by their number, as in ``game.txt#2``."""
        file = source.name or None
        try:
            found = boards(self.game(source), file if self.places else None)
        except BoardError as error:
            told = error if self.places or error.line is None else BoardError(str(error))
            told.file = file
            yield Entry(None, told, source.name, told.line, {})
            return
        for number, keys in enumerate(found, 1):
            entry = self._entry(source, 1, Found(keys))
            yield entry._replace(source=f"{source.name}#{number}") if len(found) > 1 else entry

    def same(self, puzzle: Any, again: Any) -> bool:
        return again is not None and again.level.rows == puzzle.level.rows

    def check_whole(self, puzzle: Any) -> None:
        """Raises `ClewError` for a board that a source cannot say all of."""
        if puzzle._own_keys().keys() - {"game", "level"}:
            raise self.refuse(puzzle, "a seed or a position to begin in")

    def alone(self, puzzle: Any) -> str:
        """The source of a game with the level of this board alone."""
        self.check_whole(puzzle)
        whole = len(levels_of(puzzle.source_text)) == 1
        text = puzzle.source_text if whole else with_level(puzzle.source_text, puzzle.level.rows)
        return str(text)
