"""From bytes to the lines of a set of boards: encodings, ends of lines, and files that are no text.

A line is read and yielded before the next is read. Spreadsheets write UTF-16, Windows-1252 ("Latin-1") and,
on old Macs, lines that end in a carriage return; a file of that kind is read as a whole.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from clew.boards.files import too_large
from clew.errors import BoardError
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    Line = tuple[int, str | BoardError]

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheet programs begin: .xlsx, .ods and .numbers are zip archives, .xls is older."""

_UTF16 = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def not_text(head: bytes) -> str | None:
    """What a file is that is no text, and what to do; None for a text. `head`: how the file begins."""
    if head.startswith(_WORKBOOKS):
        return "is a workbook or an archive, not a text; open it in its program and save it as CSV"
    return None


def utf16_of(head: bytes) -> str | None:
    """The encoding of a text in UTF-16, with or without a byte order mark; None for any other."""
    for mark, encoding in _UTF16:
        if head.startswith(mark):
            return encoding
    if not len(head) // 4 < head.count(0) < len(head) * 3 // 4:
        return None
    return "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be"


def table_text(data: bytes) -> tuple[str, str]:
    """The text of a table and its encoding: UTF-8 or UTF-16 with or without a mark, otherwise Windows-1252.

    Bytes that have no meaning in the encoding become U+FFFD.
    """
    encoding = utf16_of(data[:2000])
    if encoding is None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return data.decode("cp1252", errors="replace"), "cp1252"
        return text.removeprefix("\ufeff"), "utf-8-sig" if text.startswith("\ufeff") else "utf-8"
    return data.decode(encoding, errors="replace"), encoding


def decoded(data: bytes, *, latin: bool = False) -> str:
    """UTF-8 text without a byte order mark. Raises `BoardError`, with the line, for anything else and for NUL
    bytes. `latin`: what is not UTF-8 is Windows-1252, as spreadsheets write it.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BoardError("this is UTF-16; save it as UTF-8", line=1)
    if b"\0" in data:
        raise BoardError(
            "contains a NUL byte, so it is not text; save it as a UTF-8 text file",
            line=_line(data, data.index(0)),
        )
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        if latin:
            return data.decode("cp1252", errors="replace")
        byte = data[error.start]
        raise BoardError(
            f"byte 0x{byte:02x} is not UTF-8; save it as UTF-8", line=_line(data, error.start)
        ) from None


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def numbered_lines(stream: IO[Any], *, latin: bool = False, first: bytes) -> Iterator[Line]:
    """(number, text) for each line, or (number, error) for one that is too long or cannot be decoded.

    `latin`: as for `decoded`. `first`: the first line, which was read already.
    """
    number = size = 0
    while data := read_line(stream) if number else first:
        if not number:
            problem = not_text(data)
            if problem is not None:
                yield 1, BoardError(problem)
                return
            stream, data = _plain(stream, data)
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
            text = decoded(data, latin=latin)
        except BoardError as error:
            error.line = None
            yield number, error
            continue
        yield number, text


def _plain(stream: IO[Any], first: bytes) -> tuple[IO[Any], bytes]:
    """The stream and its first line in UTF-8 with newlines; `first` is what was read of it."""
    encoding = utf16_of(first[:2000])
    if encoding is None and b"\r" not in first.removesuffix(b"\n").removesuffix(b"\r"):
        return stream, first

    rest = stream.read(limits.SET_BYTES)
    data = first + (rest.encode("utf-8", "surrogatepass") if isinstance(rest, str) else rest)
    if encoding is not None:
        data = data.decode(encoding, errors="replace").encode("utf-8", "surrogatepass")
    lines = BytesIO(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return lines, read_line(lines)


def read_line(stream: IO[Any]) -> bytes:
    """The next line, or the part of it that is no longer than a board."""
    data = stream.readline(limits.BOARD_BYTES + 1)
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def _skip_line(stream: IO[Any], begun: bytes, most: int) -> int:
    """Reads a line to its end, or until that is more than `most` bytes; returns how many."""
    skipped = 0
    while begun and not begun.endswith(b"\n") and skipped <= most:
        begun = read_line(stream)
        skipped += len(begun)
    return skipped
