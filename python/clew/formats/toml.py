"""One board as a TOML file, with the keys of its family; Clew's own format, for writing by hand.

The [reference](boards.md) lists the keys. A file whose name ends in `.toml` is read so; in other texts a line
`family = ...` shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.entries import Entry, attempt, read_toml
from clew.boards.format import SURE, Format, Likeness
from clew.puzzles import limits
from clew.puzzles.registry import is_compact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle


class Toml(Format):
    """A TOML file."""

    name = "toml"
    about = "one board as TOML"
    example = 'family = "blocks"\nboard = """\nAAo\nooo\n"""\n'
    endings = (".toml",)
    several = False
    own = True

    def recognise(self, source: Source) -> Likeness:
        if source.ending == ".toml":
            return SURE
        first = source.first()
        if is_compact(first) or not ("=" in first or first.startswith("[")):
            return Likeness(0)
        for _, text in source.ahead():
            name, equals, _ = text.partition("=") if isinstance(text, str) else ("", "", "")
            if equals and name.strip().strip("\"'") == "family":
                return SURE
        return Likeness(0)

    def read(self, source: Source) -> Iterator[Entry]:
        def read() -> EnginePuzzle:
            return read_toml(source.data(limits.BOARD_BYTES), source.name, source.family, source.folder)

        yield attempt(read, source.name, None, file=source.name)

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        return puzzle.to_toml()


FORMAT = Toml()
