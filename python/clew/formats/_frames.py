"""What the formats of tables that are no text share: rows of a data frame as boards, and boards as rows."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import IO, TYPE_CHECKING, Any

from clew.boards.entries import Entry, attempt, failed
from clew.boards.format import Format, Writer
from clew.boards.rows import read_row
from clew.errors import BoardError
from clew.formats.csv_table import columns_of, row_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle


def boards_of(rows: Iterable[Mapping[str, Any]], source: Source, first: int) -> Iterator[Entry]:
    """A board for each row, whose first has this number; values are texts, or None."""
    for number, row in enumerate(rows, first):
        values = {str(name).strip(): "" if value is None else value for name, value in row.items()}
        if not any(str(value).strip() for value in values.values()):
            continue
        extra: dict[str, Any] = {}
        given = {
            name: value if isinstance(value, str) else _text(value) for name, value in values.items() if name
        }

        def read(given: dict[str, Any] = given, extra: dict[str, Any] = extra) -> EnginePuzzle:
            if not {"board", "puzzle", "plates"} & {name.lower() for name in given}:
                raise BoardError("has no `board` column; add one with compact forms")
            return read_row(given, source.family, extra, table=True)

        yield attempt(read, source.name, number, extra, source.name)


def _text(value: Any) -> str:
    """A cell as text: whole numbers without a point, as people see them."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value) if isinstance(value, list | dict | bool) else str(value)


class FrameFormat(Format, ABC):
    """A format whose files are read and written as a whole, by a library that has to be installed."""

    own = True
    binary = True

    @abstractmethod
    def rows(self, data: bytes) -> list[dict[str, Any]]:
        """The rows of a file. Raises `ClewError`."""

    @abstractmethod
    def write(self, rows: list[dict[str, Any]], columns: list[str], stream: IO[bytes]) -> None:
        """Writes rows to a file. Raises `ClewError`."""

    def read(self, source: Source) -> Iterator[Entry]:
        try:
            rows = self.rows(source.data(self.most()))
        except BoardError as error:
            yield failed(error, source.name, error.line)
            return
        yield from boards_of(rows, source, 2)

    def most(self) -> int:
        """Bytes of a file."""
        return 200_000_000

    def writer(self, stream: IO[Any]) -> Writer:
        return FrameWriter(self, stream)


class FrameWriter(Writer):
    """Keeps the boards until the last one, and writes them then."""

    def __init__(self, form: FrameFormat, stream: IO[Any]) -> None:
        super().__init__(form, stream)
        self._frame = form
        self._rows: list[dict[str, Any]] = []

    def write(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> None:
        self._rows.append(row_of(puzzle, extra))

    def close(self) -> None:
        columns = ["board", *columns_of(self._rows)]
        rows = [{name: _plain(row.get(name)) for name in columns} for row in self._rows]
        self._frame.write(rows, columns, self._stream)


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
