"""A board that cannot be read or used: its place in the set, in words and as JSON."""

from __future__ import annotations

from clew.errors import BoardError, ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.boards.entries import Entry


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
