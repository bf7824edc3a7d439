"""What boards are read from: a stream whose beginning can be looked at before its format is known."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Any

from clew.boards.text import numbered_lines, read_line
from clew.errors import BoardError
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.boards.text import Line

BINARY = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1")
"""How files begin that are no texts, but may hold tables: .xlsx and .ods, .xls, Parquet."""

LATIN = (".csv", ".tsv")
"""The endings of files that spreadsheets may have written in Windows-1252."""

LONGEST = 16_000_000
"""Characters of a text that is read as a whole, such as a page with a game in it."""

SHOWN = 20_000
"""Characters of a text that formats of several boards look at."""

_ERROR_BYTES = 500
"""About how many bytes an unreadable line takes until it is reported."""


class Source:
    """A stream of boards, before it is read.

    `name`: what to call it in messages, nothing for a text without a file; its ending may tell the format.
    `family`: that of boards which name none. `folder`: where files are that a board names; None where it may
    name none. `options`: the options of the format that was asked for.
    """

    def __init__(
        self, stream: IO[Any], name: str, family: str | None = None, *, folder: str | None = None
    ) -> None:
        self.name = name
        self.family = family
        self.folder = folder
        self.options: frozenset[str] = frozenset()
        self.ending = os.path.splitext(name)[1].lower()
        self._stream = stream
        self._start = read_line(stream)
        self.is_binary = self._start.startswith(BINARY)
        self._lines = numbered_lines(stream, latin=self.ending in LATIN, first=self._start)
        self._ahead: list[Line] = []

    @property
    def family_name(self) -> str | None:
        """The family without its options."""
        return None if self.family is None else self.family.partition("[")[0].strip()

    def start(self) -> bytes:
        """The first bytes."""
        return self._start

    def ahead(self) -> Iterator[Line]:
        """The lines one after the other, up to the size of one board; they are kept for `lines`."""
        yield from self._ahead
        size = sum(len(line[1]) if isinstance(line[1], str) else _ERROR_BYTES for line in self._ahead)
        while size <= limits.BOARD_BYTES:
            line = next(self._lines, None)
            if line is None:
                return
            self._ahead.append(line)
            size += len(line[1]) if isinstance(line[1], str) else _ERROR_BYTES
            yield line

    def first(self) -> str:
        """The first line that is neither blank nor a comment; "" if there is none or it cannot be read."""
        for _, text in self.ahead():
            if isinstance(text, BoardError):
                return ""
            if text.strip() and not text.lstrip().startswith("#"):
                return text.strip()
        return ""

    def head(self) -> str:
        """The beginning of the text, all of it if it is not larger than a board; "" if a line cannot be
        read.
        """
        texts = [text for _, text in self.ahead()]
        return "" if any(isinstance(text, BoardError) for text in texts) else "".join(map(str, texts))

    def beginning(self) -> list[tuple[int, str]]:
        """So many lines that a format shows, with their numbers; of a longer text, up to an empty line."""
        found: list[tuple[int, str]] = []
        size = 0
        for number, text in self.ahead():
            if size > SHOWN:
                empty = [at for at, (_, row) in enumerate(found) if not row.strip()]
                return found[: empty[-1]] if empty else found
            size += len(text) if isinstance(text, str) else _ERROR_BYTES
            found.append((number, text if isinstance(text, str) else ""))
        return found

    def head_lines(self) -> list[tuple[int, str]]:
        """The lines of the beginning that hold something, without their ends, with their numbers."""
        rows = ((number, text.rstrip()) for number, text in self.beginning())
        return [(number, text) for number, text in rows if text]

    def lines(self) -> Iterator[Line]:
        """All lines, streamed."""
        yield from self._ahead
        yield from self._lines

    def text(self) -> str:
        """The whole text, with newlines as ends of lines. Raises `BoardError`, with the line."""
        parts, size = [], 0
        for number, text in self.lines():
            if isinstance(text, BoardError):
                text.line = number
                raise text
            size += len(text)
            if size > LONGEST:
                raise BoardError(f"is longer than {LONGEST:,} characters; split it into several files")
            parts.append(text[:-2] + "\n" if text.endswith("\r\n") else text)
        return "".join(parts)

    def data(self, most: int) -> bytes:
        """The bytes, at most one more than that many. Raises `BoardError` for a line that cannot be read."""
        if self._ahead:
            return self.text().encode("utf-8", "surrogatepass")
        rest = self._stream.read(max(most + 1 - len(self._start), 0))
        return self._start + (rest.encode("utf-8", "surrogatepass") if isinstance(rest, str) else rest)
