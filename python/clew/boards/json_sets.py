"""Sets of boards as JSON: an object or a compact form per line, or one document, an object or a list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clew.boards.entries import Entry, attempt, failed
from clew.boards.rows import read_row, with_family
from clew.errors import BoardError
from clew.puzzles.fields import kind, loads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.boards.text import Line


def read_json(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    """The boards of JSON Lines, read line by line, or of one document."""
    rest = iter(lines)
    first: list[Line] = []
    for line in rest:
        first.append(line)
        if isinstance(line[1], BoardError) or line[1].strip():
            break
    head = first[-1][1] if first else ""
    try:
        items = _listed(head) if isinstance(head, str) else None
        if items is None and isinstance(head, str) and _goes_on(head):
            first += rest
            items = _document(first)
    except BoardError as error:
        yield failed(error, name, first[-1][0])
        return
    if items is None:
        yield from _read_lines(first, name, family)
        yield from _read_lines(rest, name, family)
        return
    for number, item in enumerate(items, 1):
        yield _entry(item, f"{name}#{number}" if len(items) > 1 else name, None, family)
    for number, text in rest:
        if isinstance(text, BoardError) or text.strip():
            yield failed(BoardError("comes after the end of the list; write one list"), name, number)


def _goes_on(line: str) -> bool:
    """Whether a document continues on the next line."""
    return line.rstrip().endswith(("{", "[", ",", ":")) and len(line) < 1000


def _listed(line: str) -> list[Any] | None:
    """The boards of a list on one line; None if the line is anything else."""
    if not line.lstrip().startswith("["):
        return None
    try:
        return _items(loads(line))
    except (ValueError, RecursionError):
        return None


def _document(lines: list[Line]) -> list[Any] | None:
    """The boards of one document; None if the lines are not one."""
    if any(isinstance(text, BoardError) for _, text in lines):
        return None
    try:
        return _items(loads("".join(str(text) for _, text in lines)))
    except (ValueError, RecursionError):
        return None


def _items(found: Any) -> list[Any] | None:
    items = found if isinstance(found, list) else [found]
    return items if all(isinstance(item, dict | str) for item in items) else None


def _read_lines(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    for number, text in lines:
        if isinstance(text, BoardError):
            yield failed(text, name, number)
        elif text.strip():
            yield _entry(text, name, number, family)


def _entry(item: Any, name: str, line: int | None, family: str | None) -> Entry:
    """The board of an item of a document, or of a line of text."""
    extra: dict[str, Any] = {}

    def puzzle() -> Any:
        value = item if line is None else _value(item)
        if isinstance(value, str):
            return with_family(value, family)
        found = read_row(value, family, extra)
        try:
            json.dumps(extra, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            extra.clear()
            raise BoardError(
                "a key or its value contains half of a surrogate pair; write the whole character"
            ) from None
        return found

    return attempt(puzzle, name, line, extra, name)


def _value(text: str) -> Any:
    try:
        value = loads(text)
    except json.JSONDecodeError as error:
        place = f"at column {error.colno}" if error.lineno == 1 else "at the end of the line"
        raise BoardError(
            f"this is not valid JSON {place}: {error.msg}; write one object per line: "
            f'{{"family": "blocks", ...}}'
        ) from None
    except RecursionError:
        raise BoardError(
            "lists or objects are nested too deeply; a board needs no more than lists of lists"
        ) from None
    except ValueError:
        raise BoardError("contains a number that cannot be read; write numbers with fewer digits") from None
    if not isinstance(value, dict | str):
        raise BoardError(f'is {kind(value)}; write one object per line: {{"family": "blocks", ...}}')
    return value
