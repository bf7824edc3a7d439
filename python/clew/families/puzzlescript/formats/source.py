"""The source of a PuzzleScript game, as its editor has it. Each level is a board, numbered from 1.
Levels of one game are written with its rules, once.

[What Clew reads of the language](../families/puzzlescript.md).
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from clew.boards.format import SURE, Likeness, Writer
from clew.errors import ClewError
from clew.families.puzzlescript.files import passage, reads, rules_of, small_enough
from clew.families.puzzlescript.formats._games import Games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.boards.source import Source


class GameSource(Games):
    """The source of a game."""

    name = "puzzlescript"
    about = "the source of a PuzzleScript game"
    endings = (".txt",)
    several = True
    places = True
    own = True

    def recognise(self, source: Source) -> Likeness:
        # A game with a line that is no text is a game too, and reading it says where that line is.
        text = "".join(line for _, line in source.ahead() if isinstance(line, str))
        return SURE if reads(text) else Likeness(0)

    def game(self, source: Source) -> str:
        return small_enough(source.text())

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        return self.alone(puzzle)

    def writer(self, stream: IO[Any]) -> Writer:
        return _Levels(self, stream)


class _Levels(Writer):
    """Writes the rules of a game, and one of its levels after the other."""

    def __init__(self, form: GameSource, stream: IO[Any]) -> None:
        super().__init__(form, stream)
        self._game = form
        self._rules: str | None = None
        self._before: tuple[str, int] | None = None

    def goes_on(self, last: Any) -> None:
        self._rules = rules_of(last.source_text)
        if not last.source_text.endswith("\n"):
            self._stream.write("\n")

    def write(self, puzzle: Any, extra: Mapping[str, Any]) -> None:
        self._form.check(puzzle)
        self._game.check_whole(puzzle)
        source = puzzle.source_text
        rules, text = rules_of(source), passage(source, puzzle.number)
        if self._rules not in (None, rules):
            raise ClewError(
                f"{self._form.name} holds the levels of one game, and this is one of another: "
                f"{puzzle.title or puzzle}; write to a folder (-o DIR/) or use --to jsonl"
            )
        if self._rules is None:
            self._rules = rules
            self._stream.write(rules)
        elif self._before != (source, puzzle.number - 1) and text.split("\n", 1)[0].strip():
            self._stream.write("\n")
        self._before = (source, puzzle.number)
        self._stream.write(text)
        self._stream.flush()


FORMAT = GameSource()
