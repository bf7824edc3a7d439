"""From the bytes of a log to records: cells by column name, each with its line."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Iterator

BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
DELIMITERS = ",;\t|"
LONGEST_CELL = 1 << 20
COMMENT = "# "
"""Starts lines above the header that are not part of the table."""


class Record(NamedTuple):
    """One row: its line (in JSON: its item), from 1, its cells, and whether it fits the header."""

    number: int
    cells: dict[str, str]
    fits: bool


class Source(NamedTuple):
    """The content of a file: its records, the names of all columns, and its encoding."""

    records: list[Record]
    names: list[str]
    encoding: str


def read_source(data: bytes, name: str) -> Source:
    """Reads CSV (with any common delimiter), a JSON array, or JSON Lines, in any common encoding.

    Raises `ClewError` for an empty file and for broken JSON.
    """
    text, encoding = decoded(data)
    if not text.strip():
        raise ClewError(f"{name} is empty: a log has a header line and one line per move")
    records = list(_of_json(text, name) if text.lstrip()[0] in "[{" else _of_csv(text, name))
    names = list(dict.fromkeys(column for record in records for column in record.cells))
    return Source(records, names, encoding)


def decoded(data: bytes) -> tuple[str, str]:
    """The text and its encoding: by its byte order mark, otherwise UTF-8, UTF-16 (every other byte is 0), or
    Windows-1252, which can decode anything.
    """
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace"), encoding
    head = data[:2000]
    if head.count(0) > len(head) // 4:
        encoding = "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be"
        return data.decode(encoding, errors="replace"), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "cp1252"


def _of_csv(text: str, name: str) -> Iterator[Record]:
    lines_ahead = (line for line in text.splitlines() if line.strip() and not line.startswith(COMMENT))
    header_line = next(lines_ahead, "")
    delimiter = max(DELIMITERS, key=header_line.count)
    csv.field_size_limit(LONGEST_CELL)
    lines = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=delimiter)
    header: list[str] | None = None
    begin = 1
    try:
        for cells in lines:
            number, begin = begin, lines.line_num + 1
            if not cells or (header is None and cells[0].startswith(COMMENT)):
                continue
            if header is None:
                header = [cell.strip() for cell in cells]
                continue
            yield Record(number, dict(zip(header, map(str.strip, cells))), len(cells) == len(header))  # noqa: B905
    except csv.Error as error:
        raise ClewError(f"{name}, line {begin}: {error}") from error


def _of_json(text: str, name: str) -> Iterator[Record]:
    try:
        try:
            found = json.loads(text)
            items = found if isinstance(found, list) else [found]
        except json.JSONDecodeError:
            items = [json.loads(line) for line in text.splitlines() if line.strip()]
    except json.JSONDecodeError as error:
        raise ClewError(f"{name}, line {error.lineno}: this is not JSON: {error.msg}") from error
    flat: list[Any] = []
    for item in items:
        flat.extend(item if isinstance(item, list) else [item])
    for number, item in enumerate(flat, 1):
        if not isinstance(item, dict):
            yield Record(number, {"move": _text(item)}, False)
            continue
        yield from _trial(number, item)


def _trial(number: int, item: dict[str, Any]) -> Iterator[Record]:
    """A trial of an experiment as one row, or one row for each of its `moves` with the trial's fields
    repeated.
    """
    moves = item.get("moves")
    if not isinstance(moves, list):
        yield Record(number, {key: _text(value) for key, value in item.items()}, True)
        return
    shared = {key: _text(value) for key, value in item.items() if key not in ("moves", "rt", "response")}
    for move in moves:
        own = move if isinstance(move, dict) else {"move": move}
        yield Record(number, {**shared, **{key: _text(value) for key, value in own.items()}}, True)


def _text(value: object) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value)
