"""A table of boards as text: commas, semicolons, tabs or bars, as spreadsheets and programs write it.

A row is a board: its compact form in a column `board` (or `puzzle`), or for pebbles `plates` and `pebbles`. A
column that is a key of the family (`par`, `metric`, `goal`) counts; others are carried along.
"""

from __future__ import annotations

import csv
import json
from typing import IO, TYPE_CHECKING, Any

from clew.boards.entries import Entry, attempt, failed, failure
from clew.boards.format import SURE, Format, Likeness, Writer
from clew.boards.rows import read_row
from clew.boards.tables import Row, folded, is_header, name_of, rows
from clew.errors import BoardError
from clew.puzzles.registry import FAMILIES, is_compact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clew.boards.source import Source
    from clew.boards.text import Line
    from clew.puzzles.base import EnginePuzzle


class CsvTable(Format):
    """A table as text."""

    name = "csv"
    about = "a table with a header, a board a row"
    example = "board,par\nblocks:AAo/ooo/ooo,1\n"
    endings = (".csv", ".tsv")
    own = True

    def recognise(self, source: Source) -> Likeness:
        first = source.first()
        if first.lower().startswith("sep="):
            return SURE
        if is_compact(first):
            return Likeness(0)
        return SURE if is_header(first) else Likeness(0, "has no column board")

    def read(self, source: Source) -> Iterator[Entry]:
        return read_table(source.lines(), source.name, source.family)

    def writer(self, stream: IO[Any]) -> Writer:
        return CsvWriter(stream)


class CsvWriter(Writer):
    """Writes rows. `columns`: those besides the board, if they are known before the last board; without them
    the rows are kept until `close`. `begun`: the file has its header already.
    """

    def __init__(self, stream: IO[Any], columns: list[str] | None = None, *, begun: bool = False) -> None:
        super().__init__(FORMAT, stream)
        self._columns = columns
        self._rows: list[dict[str, Any]] = []
        self._begun = begun

    def write(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> None:
        row = row_of(puzzle, extra)
        if self._columns is None:
            self._rows.append(row)
            return
        if not self._begun:
            self._csv([["board", *self._columns]])
            self._begun = True
        self._csv([[row["board"], *map(row.get, self._columns)]])

    def close(self) -> None:
        if self._columns is None and self._rows:
            columns = columns_of(self._rows)
            self._csv([["board", *columns], *([row["board"], *map(row.get, columns)] for row in self._rows)])

    def _csv(self, lines: list[list[Any]]) -> None:
        """Write rows of CSV. Lists are written as JSON, and what has no value stays empty."""
        plain = csv.writer(self._stream, lineterminator="\n")
        quoted = csv.writer(self._stream, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for line in lines:
            cells = [json.dumps(cell) if isinstance(cell, list | dict) else cell for cell in line]
            # The module does not quote a carriage return, at which readers would end the row.
            (quoted if any("\r" in str(cell) for cell in cells) else plain).writerow(cells)
        self._stream.flush()


FORMAT = CsvTable()


def row_of(puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> dict[str, Any]:
    """A board as a row of a table, by the names of the columns."""
    return {**extra, **puzzle._beside_compact(), "board": str(puzzle)}


def columns_of(found: list[dict[str, Any]]) -> list[str]:
    """The columns of a table besides the board."""
    names = dict.fromkeys(name for row in found for name in row)
    return [name for name in names if name not in ("board", "family")]


def read_table(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    """The boards of a table with a header, a row each."""
    broken: list[Entry] = []
    header: list[str] | None = None
    for row in rows(_good_lines(lines, name, broken)):
        yield from broken
        broken.clear()
        if row.problem is not None:
            yield failure(f"this is not valid CSV: {row.problem}", name, row.number)
        elif header is None:
            header = [name_of(cell) for cell in row.cells]
            if problem := _problem(header):
                yield failure(problem, name, row.number)
                return
        elif _lacks_board(header) and not _has_puzzle(header, row):
            yield failure(_NO_BOARD, name, 1)
            return
        else:
            yield _entry(header, row, name, family)
    if header is None and not broken:
        yield failure("is empty; write a header line with a `board` column", name)
    yield from broken


def _good_lines(lines: Iterable[Line], name: str, broken: list[Entry]) -> Iterator[str]:
    """The lines for the reader of rows. A broken one becomes an entry and an empty line, so that the numbers
    stay right.
    """
    for number, text in lines:
        if isinstance(text, BoardError):
            broken.append(failed(text, name, number))
            yield "\n"
        else:
            yield text


_NO_BOARD = (
    "has no `board` column; add one with compact forms, or for pebbles the columns `plates` and `pebbles`"
)


def _problem(header: list[str]) -> str | None:
    names = [folded(name) for name in header if name]
    if len(set(names)) < len(names):
        return "two columns share a name; give each its own name"
    if "board" in names or "puzzle" in names:
        return None
    known = any(set(FAMILIES[family]._REQUIRED) <= set(names) for family in FAMILIES)
    return None if known else _NO_BOARD


def _lacks_board(header: list[str]) -> bool:
    names = {folded(name) for name in header}
    return "puzzle" in names and "board" not in names


def _has_puzzle(header: list[str], row: Row) -> bool:
    at = [folded(name) for name in header].index("puzzle")
    return len(row.cells) <= at or is_compact(row.cells[at])


def _entry(header: list[str], row: Row, name: str, family: str | None) -> Entry:
    cells = row.cells
    while len(cells) > len(header) and not cells[-1].strip():
        cells = cells[:-1]
    if len(cells) != len(header):
        message = (
            f"has {len(cells)} cells but the header has {len(header)}; put quotes around cells "
            "that contain separators"
        )
        return failure(message, name, row.number)
    unnamed = next(
        (cell for title, cell in zip(header, cells, strict=True) if not title and cell.strip()), None
    )
    if unnamed is not None:
        return failure("has a cell under a column without a name; name the column", name, row.number)
    extra: dict[str, Any] = {}
    values = {title: cell for title, cell in zip(header, cells, strict=True) if title}
    return attempt(lambda: read_row(values, family, extra, table=True), name, row.number, extra, name)
