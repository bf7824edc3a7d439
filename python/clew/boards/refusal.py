"""A board that cannot be read or taken: where it stands in its set, in words and as JSON."""

from __future__ import annotations

from clew.errors import BoardError, ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.boards.entries import Entry


def placed(error: ClewError, entry: Entry) -> ClewError:
    """The error with the place in the set, where it does not know that itself."""
    if isinstance(error, BoardError):
        if error.file is None and error.line is None and entry.line is not None:
            error.file, error.line = entry.source, entry.line
        return error
    place = f"{entry.source}, line {entry.line}: " if entry.line is not None else ""
    return ClewError(f"{place}{error}")


def error_json(error: ClewError, entry: Entry) -> dict[str, Any]:
    """What the key `error` of an answer says: the message, the file and the line, the place inside."""
    found = placed(error, entry)
    if isinstance(found, BoardError):
        plain = BoardError(found.message, key=found.key, row=found.row, column=found.column)
        inside = {"key": found.key, "row": found.row, "column": found.column}
        told = {name: value for name, value in inside.items() if value is not None}
        return {"message": str(plain), "file": found.file, "line": found.line, **told}
    if entry.line is not None:
        return {"message": str(error), "file": entry.source, "line": entry.line}
    return {"message": str(found), "file": None, "line": None}
