"""Imports boards from texts and files, and exports them as files."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from clew.boards.entries import Entry, read_toml
from clew.boards.sets import read_set
from clew.errors import BoardError
from clew.puzzles.registry import from_dict
from clew_studio.puzzles.reading import playable

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]

MOST_BOARDS = 1_000


def read_text(text: str, form: str | None) -> list[Entry]:
    """Return the boards of a text; without a format, it is recognised by how the text begins."""
    if form == "json" or (form is None and text.lstrip()[:1] in ("{", "[")):
        return _from_json(text)
    ending = {"toml": ".toml", "compact": ".txt"}.get(form or "", "")
    return read_file(text.encode(), f"text{ending}")


def read_file(data: bytes, name: str) -> list[Entry]:
    """The boards of a file, by the ending of its name: a TOML file, or a set of boards."""
    if name.lower().endswith(".toml"):
        try:
            return [_checked(Entry(read_toml(data, name, None), None, name, 1, {}))]
        except BoardError as error:
            return [Entry(None, error, name, error.line, {})]
    entries = []
    for entry in read_set(io.BytesIO(data), name, None):
        entries.append(_checked(entry))
        if len(entries) > MOST_BOARDS:
            return [_too_many(name, entry.line)]
    return entries


def _from_json(text: str) -> list[Entry]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        return [Entry(None, BoardError(f"this is not JSON: {error}"), "text", 1, {})]
    rows = values if isinstance(values, list) else [values]
    if len(rows) > MOST_BOARDS:
        return [_too_many("text", MOST_BOARDS + 1)]
    entries = []
    for number, row in enumerate(rows, 1):
        try:
            entries.append(_checked(Entry(from_dict(row), None, "text", number, {})))
        except BoardError as error:
            entries.append(Entry(None, error, "text", number, {}))
    return entries


def _too_many(name: str, line: int | None) -> Entry:
    """Refuse a text with too many boards as a whole, so that nobody must find out which of them were
    imported.
    """
    many = BoardError(f"has more than {MOST_BOARDS} boards; bring them in several files")
    return Entry(None, many, name, line, {})


def _checked(entry: Entry) -> Entry:
    try:
        return entry if entry.puzzle is None else entry._replace(puzzle=playable(entry.puzzle))
    except BoardError as error:
        return entry._replace(puzzle=None, error=error)


def _toml(puzzle: EnginePuzzle, about: Json) -> tuple[str, str, str]:
    told = from_dict({**puzzle.to_dict(), **about})
    return told.to_toml(), "application/toml", "toml"


def _json(puzzle: EnginePuzzle, about: Json) -> tuple[str, str, str]:
    text = json.dumps({**puzzle.to_dict(), **about}, ensure_ascii=False, indent=2)
    return text + "\n", "application/json", "json"


def _compact(puzzle: EnginePuzzle, about: Json) -> tuple[str, str, str]:
    return f"{puzzle}\n", "text/plain; charset=utf-8", "txt"


FORMATS = {"toml": _toml, "json": _json, "compact": _compact}
"""For each format, the function that writes a board with its texts: text, media type, file ending."""
