"""Sets of boards as tables: CSV, and what else spreadsheets write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.entries import Entry, attempt, failed, failure
from clew.boards.rows import read_row
from clew.boards.tables import Row, folded, name_of, rows
from clew.errors import BoardError
from clew.puzzles.registry import FAMILIES, is_compact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.boards.text import Line


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
