"""TOML: writes boards for people to read, and finds the line of a key or of a grid's row in a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from unicodedata import category

if TYPE_CHECKING:
    from clew.errors import BoardError

GRID_KEYS = ("board", "goal")
"""Keys whose rows are written as one multi-line string."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_UNSEEN = ("Cc", "Cf", "Zl", "Zp")
"""Categories of characters: control, format, and what separates lines and paragraphs."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write(values: dict[str, Any]) -> str:
    """The keys as TOML, one per line, with grids and tables of squares on several lines."""
    return "".join(f"{key_text(key)} = {_top_value(key, value)}\n" for key, value in values.items())


def _top_value(key: str, value: Any) -> str:
    if key in GRID_KEYS and isinstance(value, list):
        return '"""\n' + "".join(f"{row}\n" for row in value) + '"""'
    if key == "squares":
        return "[\n" + "".join(f"  {inline(row)},\n" for row in value) + "]"
    return inline(value)


def inline(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_escaped(c) for c in value) + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_text(key)} = {inline(item)}" for key, item in value.items()) + " }"
    return repr(value)


def key_text(key: str) -> str:
    """A key as TOML, in quotes if it needs them."""
    return key if _BARE.fullmatch(key) else inline(key)


def _escaped(c: str) -> str:
    if c in _ESCAPES:
        return _ESCAPES[c]
    if c.isascii() and c.isprintable():
        return c
    # What cannot be seen in a file, such as a change of the direction of text, is written as its number.
    if category(c) not in _UNSEEN:
        return c
    return f"\\u{ord(c):04x}" if ord(c) < 1 << 16 else f"\\U{ord(c):08x}"


def locate(error: BoardError, text: str) -> None:
    """Sets the error's line to that of its key, or of the row that it names, if it can be found.

    The file is already known to be valid TOML. This only helps a person find the place, and leaves the line
    unset rather than guess.
    """
    if error.line is not None or error.key is None:
        return
    lines = text.split("\n")
    start = _key_line(lines, error.key)
    if start is None:
        return
    line = _row_line(lines, start, error.row) if error.row else None
    error.line = (start if line is None else line) + 1


def _key_line(lines: list[str], key: str) -> int | None:
    found = []
    for number, line in enumerate(lines):
        name, equals, _ = line.partition("=")
        if (equals and name.strip().strip("\"'") == key) or (
            line.strip().startswith("[") and line.split("#")[0].strip().strip("[] ") == key
        ):
            found.append(number)
    return found[0] if len(found) == 1 else None


def _row_line(lines: list[str], start: int, row: int) -> int | None:
    value = lines[start].partition("=")[2].strip()
    for quotes in ('"""', "'''"):
        if value.startswith(quotes):
            return _string_row(lines, start, row, quotes)
    return _list_row(lines, start, row) if value.startswith("[") else None


def _string_row(lines: list[str], start: int, row: int, quotes: str) -> int | None:
    number = start
    rest = lines[start].partition(quotes)[2]
    seen = 0
    while True:
        cells = rest.partition(quotes)[0].strip()
        if "/" in cells or "\\" in cells:
            return None
        seen += bool(cells) or seen > 0
        if seen == row:
            return number
        number += 1
        if quotes in rest or number == len(lines):
            return None
        rest = lines[number]


def _list_row(lines: list[str], start: int, row: int) -> int | None:
    """The line of the `row`-th item of a list, counting strings or lists at its outer level."""
    depth, seen, quote = 0, 0, ""
    for number in range(start, len(lines)):
        line = lines[number].partition("=")[2] if number == start else lines[number]
        for c in line:
            if quote:
                quote = "" if c == quote else quote
                continue
            if c == "#":
                break
            seen += depth == 1 and c in "[\"'"
            if seen == row:
                return number
            quote = c if c in "\"'" else ""
            depth += (c == "[") - (c == "]")
        if depth <= 0:
            return None
    return None
