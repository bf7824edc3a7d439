"""The boards of a stream, each a puzzle or the error in it, and its place in words and as JSON; and reading a
TOML text.
"""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import warn

from clew.boards.text import decoded
from clew.boards.toml_limits import check_intricacy
from clew.errors import BoardError, ClewError, ReadingWarning
from clew.puzzles import limits
from clew.puzzles.families import NAMES, has, part
from clew.puzzles.fields import shown
from clew.puzzles.registry import from_dict
from clew.puzzles.toml import locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.puzzles.base import EnginePuzzle


class Entry(NamedTuple):
    """One board of a stream: the puzzle, or the error in it.

    `source` is the file (``"-"`` for standard input, the text itself for a compact form), `line` is its
    line there, and `input` contains the columns or keys that do not belong to the board. `remarks` say
    which of two readings was taken, and how to say the other.
    """

    puzzle: EnginePuzzle | None
    error: BoardError | None
    source: str
    line: int | None
    input: dict[str, Any]
    remarks: tuple[str, ...] = ()


def attempt(
    read: Any,
    source: str,
    line: int | None,
    extra: dict[str, Any] | None = None,
    file: str | None = None,
    remarks: list[str] | None = None,
) -> Entry:
    """The entry for what `read` returns or raises; an error is given its file and line.

    `read` may add to `extra`.
    """
    carried = {} if extra is None else extra
    try:
        puzzle = read()
        return Entry(puzzle, None, source, line, carried, (*(remarks or ()), *puzzle._readings))
    except BoardError as error:
        error.file = error.file or file
        error.line = error.line or line
        return Entry(None, error, source, line if line is not None else error.line, carried)


def failure(message: str, file: str, line: int | None = None) -> Entry:
    """The entry for something that is not a board."""
    return Entry(None, BoardError(message, file=file, line=line), file, line, {})


def failed(error: BoardError, name: str, number: int | None) -> Entry:
    """The entry for a line that could not be read."""
    error.file, error.line = name, number
    return Entry(None, error, name, number, {})


def read_toml(data: bytes, file: str, family: str | None, folder: str | None = None) -> EnginePuzzle:
    """The puzzle in a TOML file's bytes. Raises `BoardError` with the line of the key or of the
    grid's row.

    `folder`: the folder of the file, for a family whose boards may name another file next to it; None for
    bytes from elsewhere, which may not name files.
    """
    if len(data) > limits.BOARD_BYTES:
        raise BoardError(
            f"is larger than {limits.BOARD_BYTES:,} bytes, the limit for a board; make it smaller"
        )
    text = decoded(data).replace("\r\n", "\n")
    if not text.strip():
        raise BoardError(f'is empty; start with family = "blocks", for example. Families: {", ".join(NAMES)}')
    values = toml_values(text)
    try:
        return from_dict(values if folder is None else _with_files(values, family, folder), family)
    except BoardError as error:
        locate(error, text)
        raise


def _with_files(values: dict[str, Any], family: str | None, folder: str) -> dict[str, Any]:
    """The keys, with the content of the files that they name."""
    name = values.get("family", family)
    if not isinstance(name, str) or not has(name, "files"):
        return values
    found: dict[str, Any] = part(name, "files").with_files(values, folder)
    return found


def files_named(path: str) -> list[str]:
    """The files besides itself that the board of a TOML file is read from; none if it is no board."""
    if not os.path.isfile(path):  # what a pipe holds can be read once
        return []
    try:
        with open(path, "rb") as file:
            values = toml_values(decoded(file.read(limits.BOARD_BYTES)))
    except (OSError, ValueError, BoardError):  # reading the board says what is wrong
        return []
    name = values.get("family")
    if not isinstance(name, str) or not has(name, "files"):
        return []
    found: list[str] = part(name, "files").named(values, os.path.dirname(path))
    return found


def toml_values(text: str) -> dict[str, Any]:
    """The keys of a TOML text. Raises `BoardError`, with the line, if it is invalid or too intricate."""
    check_intricacy(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line = _without_line(str(error))
        twice = message.startswith(("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate"))
        remedy = "give each key once" if twice else "write key = value, with strings in quotes"
        raise BoardError(f"this is not valid TOML: {message}; {remedy}", line=line) from None
    except (ValueError, OverflowError):
        raise BoardError(
            "contains a number or a date that cannot be read; write numbers with fewer digits"
        ) from None


def _without_line(message: str) -> tuple[str, int | None]:
    """``"Invalid value (at line 3, column 9)"`` as the message and the line."""
    text, found, place = message.partition(" (at line ")
    digits = place.partition(",")[0]
    return shown(text, 100), int(digits) if found and digits.isdigit() else None


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
        column = None if found._is_in_text else found.column
        plain = BoardError(found.message, key=found.key, row=found.row, column=column)
        inside = {"key": found.key, "row": found.row, "column": found.column}
        told = {name: value for name, value in inside.items() if value is not None}
        return {"message": str(plain), "file": found.file, "line": found.line, **told}
    if entry.line is not None:
        return {"message": str(error), "file": entry.source, "line": entry.line}
    return {"message": str(found), "file": None, "line": None}
