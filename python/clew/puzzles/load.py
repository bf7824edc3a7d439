"""From a path, standard input or a compact form to puzzles: one board, or a stream of them."""

from __future__ import annotations

import os
from collections import namedtuple

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.fields import closest, shown
from clew.puzzles.registry import NAMES, from_dict, is_compact, parse_compact
from clew.puzzles.spec import ONLY_ARGUMENTS, looks_like_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any, NamedTuple

    from clew.puzzles.base import EnginePuzzle

    class Entry(NamedTuple):
        """One board of a stream: the puzzle, or the error that it has.

        `source` is the file (``"-"`` for standard input, the text itself for a compact form), `line` its line
        there, and `input` holds the columns or keys that are not the board's.
        """

        puzzle: EnginePuzzle | None
        error: BoardError | None
        source: str
        line: int | None
        input: dict[str, Any]
else:
    Entry = namedtuple("Entry", "puzzle error source line input")  # importing `typing` costs a command 4 ms

SETS = (".txt", ".csv", ".jsonl")
"""File names that hold a board a line."""


def load(source: str | os.PathLike[str]) -> EnginePuzzle:
    """The puzzle of a TOML file or of a compact form; a set file may be given if it holds exactly one board.

    Raises `BoardError`: what is wrong, where, and what would be right.
    """
    entries = []
    for entry in read_boards(source):
        if entry.error is not None:
            raise entry.error
        entries.append(entry)
        if len(entries) > 1:
            raise BoardError("holds several boards; read them with `read_boards`", file=entry.source)
    if not entries or entries[0].puzzle is None:
        raise BoardError("holds no board; write at least one", file=os.fspath(source))
    puzzle: EnginePuzzle = entries[0].puzzle
    return puzzle


def read_boards(
    source: str | os.PathLike[str],
    *,
    family: str | None = None,
    stdin: IO[Any] | None = None,
    own: bool = False,
) -> Iterator[Entry]:
    """Stream the boards of a TOML file, a set file, a folder, ``"-"`` or a compact form, in order.

    `family` holds for boards that name none, and may carry options: ``"pebbles[grid 4x4]"``. `stdin` is read
    for ``"-"``. `own`: the source may also name a user's own puzzle, ``module:Class(arguments)``, whose
    module is then imported (see `clew.puzzles.spec`): for what a user typed, and nothing else. A bad board is
    an entry with its error, and the stream goes on.
    """
    text = os.fspath(source)
    if text == "-":
        from clew.puzzles.sets import read_standard_input

        yield from read_standard_input(stdin, family)
    elif is_compact(text):
        yield attempt(lambda: parse_compact(text), shown(text, 200), None)
    elif own and is_own(text):
        yield attempt(lambda: _own(text), shown(text, 200), None)
    elif os.path.isdir(text):
        yield from _read_folder(text, family)
    else:
        yield from _read_file(text, family)


def is_own(text: str) -> bool:
    """Whether a text that a user typed names a puzzle of their own."""
    if not looks_like_spec(text) or os.path.exists(text):
        return False
    if "(" in text:
        return True
    from clew.puzzles.spec import can_import

    return can_import(text)


def _own(text: str) -> EnginePuzzle:
    from clew.errors import PuzzleError
    from clew.puzzles.custom import adapted
    from clew.puzzles.spec import puzzle_of

    try:
        return adapted(puzzle_of(text))
    except PuzzleError as error:
        raise BoardError(str(error)) from error


def attempt(
    read: Any, source: str, line: int | None, extra: dict[str, Any] | None = None, file: str | None = None
) -> Entry:
    """The entry of what `read` returns or raises; an error is told its file and line."""
    carried = {} if extra is None else extra
    try:
        return Entry(read(), None, source, line, carried)
    except BoardError as error:
        error.file = error.file or file
        error.line = error.line or line
        return Entry(None, error, source, line if line is not None else error.line, carried)


def failure(message: str, file: str, line: int | None = None) -> Entry:
    """The entry of something that is no board."""
    return Entry(None, BoardError(message, file=file, line=line), file, line, {})


def _read_folder(folder: str, family: str | None) -> Iterator[Entry]:
    empty = True
    for path in _boards_below(folder):
        empty = False
        yield from _read_file(path, family)
    if empty:
        yield failure("the folder holds no boards; they are files .toml, .txt, .csv or .jsonl", folder)


def _boards_below(folder: str) -> Iterator[str]:
    """The board files of a folder and of the folders in it, in order of name.

    A folder that cannot be listed is given itself: reading it says why.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        yield folder
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            yield from _boards_below(path)
        elif name.endswith((".toml", *SETS)):
            yield path


def _read_file(path: str, family: str | None) -> Iterator[Entry]:
    name = shown(path, 200)
    try:
        stream = open(path, "rb")  # noqa: SIM115 - closed below
    except FileNotFoundError:
        yield failure(_missing(path), name)
        return
    except OSError as error:
        yield failure(f"cannot be read: {error.strerror}; give the path of a readable file", name)
        return
    except ValueError as error:  # a NUL byte in the path
        yield failure(f"is no path: {error}; write the name of a file", name)
        return
    with stream:
        try:
            yield from _read_stream(stream, path, family)
        except OSError as error:
            yield failure(f"cannot be read to its end: {error.strerror}; copy it to a sound disk", name)


def _read_stream(stream: IO[bytes], path: str, family: str | None) -> Iterator[Entry]:
    if path.endswith(".toml"):
        data = stream.read(limits.BOARD_BYTES + 1)
        yield attempt(lambda: read_toml(data, path, family), path, None, file=path)
        return
    from clew.puzzles.sets import read_set

    yield from read_set(stream, path, family)


def _missing(path: str) -> str:
    if "(" in path and looks_like_spec(path):
        return ONLY_ARGUMENTS
    name, colon, _ = path.partition(":")
    name = name.partition("[")[0]
    if colon and name.isalnum() and os.sep not in name:
        return f'there is no family "{shown(name)}"{closest(name, NAMES)} Families: {", ".join(NAMES)}'
    folder = os.path.dirname(path) or "."
    names = os.listdir(folder) if os.path.isdir(folder) else []
    hint = closest(os.path.basename(path), names)
    forms = "a file, a folder, `-`, or a compact form such as blocks:AAo/ooo/ooo"
    return f"there is no such file or folder{hint} A board is {forms}"


def read_toml(data: bytes, file: str, family: str | None) -> EnginePuzzle:
    """The puzzle of a TOML file's bytes; an error is told the line of its key or of the grid's row."""
    if len(data) > limits.BOARD_BYTES:
        raise BoardError(
            f"is larger than {limits.BOARD_BYTES:,} bytes, the most that a board may have; make it smaller"
        )
    text = decoded(data).replace("\r\n", "\n")
    if not text.strip():
        raise BoardError('is empty; begin with family = "blocks", or pebbles, ricochet, coroutine')
    values = toml_values(text)
    try:
        return from_dict(values, family)
    except BoardError as error:
        from clew.puzzles.toml import locate

        locate(error, text)
        raise


def toml_values(text: str) -> dict[str, Any]:
    """The keys of a TOML text; `BoardError` with the line where it is none."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line = _without_line(str(error))
        raise BoardError(
            f"this is not TOML: {message}; write key = value, strings in quotes", line=line
        ) from None
    except RecursionError:
        raise BoardError(
            "lists or tables are nested too deeply; a board has at most lists of lists"
        ) from None
    except (ValueError, OverflowError):
        raise BoardError("a number or a date in it cannot be read; write numbers of a few digits") from None


def _without_line(message: str) -> tuple[str, int | None]:
    """``"Invalid value (at line 3, column 9)"`` as the message and the line."""
    text, found, place = message.partition(" (at line ")
    digits = place.partition(",")[0]
    return shown(text, 100), int(digits) if found and digits.isdigit() else None


def decoded(data: bytes) -> str:
    """UTF-8 text without a byte order mark and without NUL bytes; `BoardError` with the line otherwise."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BoardError("this is UTF-16; save it as UTF-8", line=1)
    if b"\0" in data:
        raise BoardError(
            "holds a NUL byte, so this is no text; save it as a UTF-8 text file",
            line=_line(data, data.index(0)),
        )
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise BoardError(
            f"byte 0x{byte:02x} is not UTF-8; save it as UTF-8", line=_line(data, error.start)
        ) from None


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
