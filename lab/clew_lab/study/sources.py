"""From the bytes of a log to records: cells by column name, each with its line."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.boards.tables import name_of, rows
from clew.boards.text import not_text, table_text
from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Iterator

MOVE_KEYS = frozenset(("move", "moves", "piece"))
"""The keys of an object that says what was moved."""

COMMENT = "# "
"""Starts lines above the header that are not part of the table."""


class Record(NamedTuple):
    """One row: its line (in JSON: its item), from 1, its cells, and whether it fits the header."""

    number: int
    cells: dict[str, str]
    fits: bool


class Source(NamedTuple):
    """The content of a file: its records, the names of all columns, its encoding, and whether it is a table,
    whose numbers are texts.
    """

    records: list[Record]
    names: list[str]
    encoding: str
    is_table: bool


def read_source(data: bytes, name: str) -> Source:
    """Reads CSV (with any common delimiter), a JSON array, or JSON Lines, in any common encoding.

    Raises `ClewError` for an empty file, for broken JSON, and for a row with more cells than the header or
    with a quote that never ends.
    """
    problem = not_text(data)
    if problem is not None:
        raise ClewError(f"{name} {problem}")
    text, encoding = table_text(data)
    if not text.strip():
        raise ClewError(f"{name} is empty: a log has a header line and one line per move")
    is_table = text.lstrip()[0] not in "[{"
    records = list(_of_csv(text, name) if is_table else _of_json(text, name))
    names = list(dict.fromkeys(column for record in records for column in record.cells))
    if not records:
        raise ClewError(f"{name} has no rows: a log has a header line and one line per move")
    return Source(records, names, encoding, is_table)


def _of_csv(text: str, name: str) -> Iterator[Record]:
    lines = io.StringIO(text.replace("\0", ""), newline=None)
    header: list[str] | None = None
    for row in rows(lines, comment=COMMENT):
        if row.problem is not None:
            raise ClewError(f"{name}, line {row.number}: this is not valid CSV: {row.problem}")
        if header is None:
            header = [name_of(cell) for cell in row.cells]
            twice = next((title for title in header if title and header.count(title) > 1), None)
            if twice is not None:
                raise ClewError(
                    f"{name}, line {row.number}: two columns are called {twice}; rename one of them"
                )
            continue
        cells = row.cells
        while len(cells) > len(header) and not cells[-1].strip():
            cells = cells[:-1]
        if len(cells) > len(header):
            raise ClewError(
                f"{name}, line {row.number}: {len(cells)} cells, but the header has {len(header)}; "
                "put quotes around cells that contain separators"
            )
        # Columns without a name are what a spreadsheet adds at the end.
        named = {title: _of_cell(cell) for title, cell in zip(header, cells) if title}  # noqa: B905
        yield from _trial(row.number, named, len(cells) == len(header))


def _of_cell(cell: str) -> Any:
    """A cell, or the list, object or quoted text that it holds as JSON, as jsPsych writes them."""
    text = cell.strip()
    if not text.startswith(("[", "{", '"')):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _of_json(text: str, name: str) -> Iterator[Record]:
    items = _items(text, name)
    flat: list[Any] = []
    for item in items:
        flat.extend(item if isinstance(item, list) else [item])
    for number, item in enumerate(flat, 1):
        if not isinstance(item, dict):
            yield Record(number, {"move": _text(item)}, False)
            continue
        yield from _trial(number, item, True)


def _items(text: str, name: str) -> list[Any]:
    """The items of a document, or of JSON Lines. Raises `ClewError`."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as whole:
        items = []
        for number, line in enumerate(text.splitlines(), 1):
            try:
                items += [json.loads(line)] if line.strip() else []
            except json.JSONDecodeError as error:
                place, told = (number, error.msg) if number > 1 else (whole.lineno, whole.msg)
                raise ClewError(f"{name}, line {place}: this is not JSON: {told}") from error
        return items
    return found if isinstance(found, list) else [found]


def _trial(number: int, item: dict[str, Any], fits: bool) -> Iterator[Record]:
    """A trial of an experiment as one row, or one row for each of its `moves` with the trial's fields
    repeated.

    A `response` that is an object gives its fields to the row, and one that is a list gives the moves. Other
    answers of a participant, to a questionnaire for example, are not moves.
    """
    response = item.get("response")
    if isinstance(response, dict):
        is_move = response.keys() & MOVE_KEYS
        item = {**item, **(response if is_move else {}), "response": response.get("move", "")}
    moves = item.get("moves", response if isinstance(response, list) else None)
    if not isinstance(moves, list) or not all(isinstance(move, dict | str) for move in moves):
        yield Record(number, {key: _text(value) for key, value in item.items()}, fits)
        return
    shared = {key: _text(value) for key, value in item.items() if key not in ("moves", "rt", "response")}
    for move in moves:
        own = move if isinstance(move, dict) else {"move": move}
        yield Record(number, {**shared, **{key: _text(value) for key, value in own.items()}}, fits)


def _text(value: object) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value)
