"""Sets of boards, one per line: compact forms, CSV, JSON Lines; from files and from standard input.

Everything is streamed: a line is read and its board yielded before the next is read. A line that is too long
for a board is an error of its own, and is skipped without being kept in memory.
"""

from __future__ import annotations

import os

from clew.boards.entries import Entry, attempt, decoded, failure, read_toml
from clew.boards.files import too_large
from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.fields import kind
from clew.puzzles.registry import family_class, from_dict, is_compact, parse_compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO, Any

    Line = tuple[int, str | BoardError]

_ERROR_BYTES = 500
"""About how many bytes an unreadable line takes until it is reported."""


def read_set(stream: IO[bytes], path: str, family: str | None) -> Iterator[Entry]:
    """The boards of a set file, whose format is given by its ending, or else by its first line."""
    ending = os.path.splitext(path)[1].lower()
    lines = numbered_lines(stream)
    if ending == ".csv":
        yield from _read_csv(lines, path, family)
    elif ending == ".jsonl":
        yield from _read_json_lines(lines, path, family)
    elif ending == ".txt":
        yield from _read_compact_lines(lines, path, family)
    elif ending == ".json":
        yield failure("is a single JSON document; write one object per line and name the file .jsonl", path)
    else:
        yield from _read_unknown(lines, path, family)


def read_standard_input(stdin: IO[Any] | None, family: str | None) -> Iterator[Entry]:
    """JSON Lines if the first line starts with `{`, TOML if there is a `family =`, otherwise
    compact forms."""
    if stdin is None:
        import sys

        stdin = sys.stdin.buffer
    yield from _read_unknown(numbered_lines(stdin), "-", family)


def numbered_lines(stream: IO[Any]) -> Iterator[Line]:
    """(number, text) for each line, or (number, error) for one that is too long or not UTF-8."""
    number = size = 0
    while data := _read_line(stream):
        number += 1
        size += len(data)
        too_long = len(data) > limits.BOARD_BYTES
        if too_long:
            size += _skip_line(stream, data, limits.SET_BYTES - size)
            yield (
                number,
                BoardError(
                    f"the line is longer than {limits.BOARD_BYTES:,} bytes, the limit for a board; shorten it"
                ),
            )
        if size > limits.SET_BYTES:
            yield number, BoardError(f"the input is too long; {too_large()}")
            return
        if too_long:
            continue
        try:
            text = decoded(data)
        except BoardError as error:
            error.line = None
            yield number, error
            continue
        yield number, text


def _read_line(stream: IO[Any]) -> bytes:
    data = stream.readline(limits.BOARD_BYTES + 1)
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def _skip_line(stream: IO[Any], begun: bytes, most: int) -> int:
    """Reads a line to its end, or until that is more than `most` bytes; returns how many."""
    skipped = 0
    while begun and not begun.endswith(b"\n") and skipped <= most:
        begun = _read_line(stream)
        skipped += len(begun)
    return skipped


def _read_unknown(lines: Iterator[Line], name: str, family: str | None) -> Iterator[Entry]:
    """Recognises the format by the first line that is neither blank nor a comment, and reads all lines."""
    first: list[Line] = []
    head = ""
    for line in _at_most_a_board(lines):
        first.append(line)
        text = line[1]
        if isinstance(text, BoardError) or (text.strip() and not _is_comment(text)) or _reads(text, family):
            head = "" if isinstance(text, BoardError) else text.strip()
            break
    if head.startswith("{"):
        yield from _read_json_lines(_chained(first, lines), name, family)
    elif is_compact(head) or (family is not None and "=" not in head):
        yield from _read_compact_lines(_chained(first, lines), name, family)
    else:
        yield from _read_whole([*first, *_at_most_a_board(lines)], lines, name, family)


def _chained(first: Iterable[Line], rest: Iterable[Line]) -> Iterator[Line]:
    yield from first
    yield from rest


def _at_most_a_board(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines, up to the size limit of one TOML board."""
    size = 0
    while size <= limits.BOARD_BYTES:
        line = next(lines, None)
        if line is None:
            return
        size += len(line[1]) if isinstance(line[1], str) else _ERROR_BYTES
        yield line


def _read_whole(first: list[Line], rest: Iterator[Line], name: str, family: str | None) -> Iterator[Entry]:
    texts = [text for _, text in first if isinstance(text, str)]
    if any(text.partition("=")[0].strip().strip("\"'") == "family" and "=" in text for text in texts):
        broken = next((text for _, text in first if isinstance(text, BoardError)), None)
        if broken is not None:
            yield Entry(None, broken, name, None, {})
            return
        data = "".join(texts).encode("utf-8", "surrogatepass")
        yield attempt(lambda: read_toml(data, name, family), name, None, file=name)
    else:
        yield from _read_compact_lines(_chained(first, rest), name, family)


def _read_compact_lines(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    for number, text in lines:
        if isinstance(text, BoardError):
            yield _failed(text, name, number)
            continue
        board = text.strip()
        if board and not (_is_comment(board) and not _reads(board, family)):
            yield attempt(lambda board=board: with_family(board, family), name, number, file=name)


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith("#")


def _reads(text: str, family: str | None) -> bool:
    """Whether a line is a board of the named family, valid or not: `#` may begin one too."""
    if family is None:
        return False
    if "/" in text and len(text.split()) == 1:
        return True
    try:
        with_family(text.strip(), family)
    except BoardError:
        return False
    return True


def with_family(text: str, family: str | None) -> Any:
    """The puzzle of a compact form, or of a compact body in that family."""
    if family is None or is_compact(text):
        return parse_compact(text)
    return parse_compact(f"{family}:{text}")


def _failed(error: BoardError, name: str, number: int) -> Entry:
    error.file, error.line = name, number
    return Entry(None, error, name, number, {})


def _read_json_lines(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    for number, text in lines:
        if isinstance(text, BoardError):
            yield _failed(text, name, number)
        elif text.strip():
            extra: dict[str, Any] = {}
            yield attempt(
                lambda text=text, extra=extra: _from_json(text, family, extra), name, number, extra, file=name
            )


def _from_json(text: str, family: str | None, extra: dict[str, Any]) -> Any:
    """The puzzle in one JSON object; keys that its family does not have are stored in `extra`."""
    values = _json_object(text)
    named = values.get("family", family.partition("[")[0] if family else None)
    known = ("family", *family_class(named).all_keys()) if named is not None else ("family",)
    extra.update({key: value for key, value in values.items() if key not in known})
    if named is None:
        extra.clear()
    return from_dict(
        {key: value for key, value in values.items() if key not in extra and key in known}, family
    )


def _json_object(text: str) -> dict[str, Any]:
    import json

    try:
        values = json.loads(text)
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
    if not isinstance(values, dict):
        raise BoardError(f'is {kind(values)}; write one object per line: {{"family": "blocks", ...}}')
    return values


def _read_csv(lines: Iterable[Line], name: str, family: str | None) -> Iterator[Entry]:
    import csv

    broken: list[Entry] = []
    reader = csv.reader(_good_lines(lines, name, broken), strict=True)
    header: list[str] | None = None
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            yield failure(
                f"this is not valid CSV: {error}; put quotes around cells that contain commas",
                name,
                reader.line_num,
            )
            continue
        yield from broken
        broken.clear()
        if row is None:
            break
        if header is None:
            header = [cell.strip() for cell in row]
            if problem := _header_problem(header):
                yield failure(problem, name, max(1, reader.line_num))
                return
        elif any(cell.strip() for cell in row):
            yield _csv_entry(header, row, name, reader.line_num, family)
    if header is None:
        yield failure("is empty; write a header line with a `board` column", name)


def _good_lines(lines: Iterable[Line], name: str, broken: list[Entry]) -> Iterator[str]:
    """The lines for the CSV reader. A broken one becomes an entry and an empty line, so that the numbers stay
    right.
    """
    for number, text in lines:
        if isinstance(text, BoardError):
            broken.append(_failed(text, name, number))
            yield "\n"
        else:
            yield text


def _header_problem(header: list[str]) -> str | None:
    if len(set(header)) < len(header):
        return "two columns share a name; give each its own name"
    if "board" in header or {"plates", "pebbles"} <= set(header):
        return None
    return (
        "has no `board` column; add one with compact forms, or for pebbles the columns `plates` and `pebbles`"
    )


def _csv_entry(header: list[str], row: list[str], name: str, line: int, family: str | None) -> Entry:
    if len(row) != len(header):
        message = (
            f"has {len(row)} cells but the header has {len(header)}; put quotes around cells "
            "that contain commas"
        )
        return failure(message, name, line)
    values = dict(zip(header, row, strict=True))
    used = ("board", "family") if "board" in header else ("plates", "pebbles", "family", "layout")
    extra = {key: value for key, value in values.items() if key not in used}
    return attempt(lambda: _from_csv(values, family), name, line, extra, file=name)


def _from_csv(values: dict[str, str], family: str | None) -> Any:
    named = values.get("family", "").strip() or family
    if "board" in values:
        if not values["board"].strip():
            raise BoardError(
                "the cell is empty; write a compact form such as blocks:AAo/ooo/ooo", key="board"
            )
        return with_family(values["board"].strip(), named)
    options = (named or "pebbles").partition("[")
    if options[0] != "pebbles":
        raise BoardError(
            "the columns `plates` and `pebbles` belong to the family pebbles; write pebbles here",
            key="family",
        )
    layout = values.get("layout", "").strip()
    head = f"pebbles[{layout}]" if layout else "".join(options)
    return parse_compact(f"{head}:{values['plates']}/{values['pebbles']}")
