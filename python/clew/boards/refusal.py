"""A board that cannot be read or used, or that can be read in two ways: its place in the set, in words and as
JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from warnings import warn

from clew.errors import BoardError, ClewError, ReadingWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.boards.entries import Entry


def place_of(entry: Entry) -> str:
    """Where a board comes from, in words: its file and line."""
    source = "standard input" if entry.source == "-" else entry.source
    return source if entry.line is None else f"{source}, line {entry.line}"


def with_warnings(entries: Iterable[Entry], stacklevel: int = 1) -> Iterator[Entry]:
    """Yields the boards; what was read in one of two ways is a `ReadingWarning`, the same once per file."""
    told = set()
    for entry in entries:
        for remark in entry.remarks:
            about = (entry.source.partition("#")[0], remark)
            if about not in told:
                told.add(about)
                warn(f"{place_of(entry)}: {remark}", ReadingWarning, stacklevel=stacklevel + 1)
        yield entry


def placed(error: ClewError, entry: Entry) -> ClewError:
    """The error with its place in the set, unless it already has one."""
    if isinstance(error, BoardError):
        if error.file is None and error.line is None and entry.line is not None:
            error.file, error.line = entry.source, entry.line
        return error
    place = f"{entry.source}, line {entry.line}: " if entry.line is not None else ""
    return ClewError(f"{place}{error}")


def error_json(error: ClewError, entry: Entry) -> dict[str, Any]:
    """The value of the key `error` of an answer: the message, the file and line, and the place in
    the board."""
    found = placed(error, entry)
    if isinstance(found, BoardError):
        plain = BoardError(found.message, key=found.key, row=found.row, column=found.column)
        inside = {"key": found.key, "row": found.row, "column": found.column}
        told = {name: value for name, value in inside.items() if value is not None}
        return {"message": str(plain), "file": found.file, "line": found.line, **told}
    if entry.line is not None:
        return {"message": str(error), "file": entry.source, "line": entry.line}
    return {"message": str(found), "file": None, "line": None}
