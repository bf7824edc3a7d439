"""Loads puzzles from a path, standard input or a compact form: one board, or a stream of them."""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING, Any
from warnings import warn

from clew.boards.entries import Entry, attempt, failure, read_toml, with_warnings
from clew.boards.files import ENDINGS, boards_below, check_file
from clew.boards.source import Source
from clew.errors import BoardError, PuzzleError, ReadingWarning
from clew.puzzles import limits
from clew.puzzles.families import NAMES, has, part
from clew.puzzles.fields import closest, kind, shown
from clew.puzzles.registry import is_compact, parse_compact
from clew.puzzles.spec import ONLY_ARGUMENTS, can_import, looks_like_spec, puzzle_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.puzzles.base import EnginePuzzle

EXAMPLE = "blocks:AAo/ooo/ooo"
LONGEST_GUESS = 2_000
"""The longest text that is tried as a board of every family."""


_AS_TEXT = "is read as a compact form; there is also a file of this name: write ./{} to read it"
_TWO_FILES = "is the name of a file, and also board {} of {}; rename the file"


def load(source: str | os.PathLike[str], *, format: str | None = None) -> EnginePuzzle:
    """The puzzle in a compact form, or in a file in any of the formats that contains exactly one board.

    The format is recognised by the content, or is the one named by `format` (see ``clew formats``). What can
    be read in two ways is a `ReadingWarning`. Raises `BoardError`, which says what is wrong, where, and what
    would be right.

    >>> clew.load("blocks:AAo/ooo/ooo")
    Blocks.parse('blocks:AAo/ooo/ooo')
    """
    entries = []
    for entry in with_warnings(read_boards(source, format=format), 2):
        if entry.error is not None:
            raise entry.error
        entries.append(entry)
        if len(entries) > 1:
            raise BoardError("contains several boards; read them with `read_boards`", file=entry.source)
    if not entries or entries[0].puzzle is None:
        raise BoardError("contains no board; add at least one", file=os.fspath(source))
    puzzle: EnginePuzzle = entries[0].puzzle
    return puzzle


def parse(text: str) -> EnginePuzzle:
    """The puzzle in a text: a compact form (``"blocks:AAo/ooo"``), or the content of a board's TOML file.

    For a path, use `load`. Everything that takes a puzzle also takes such a text.
    What can be read in two ways is a `ReadingWarning`. Raises `BoardError`, which says what is wrong, where,
    and what would be right.

    >>> clew.parse("null:3")
    Null.parse('null:3')
    """
    if not isinstance(text, str):
        raise BoardError(f"is {kind(text)}; a puzzle as text is a string, such as {EXAMPLE}")
    puzzle = _parsed(text)
    for reading in puzzle._readings:
        warn(f"{shown(text)}: {reading}", ReadingWarning, stacklevel=2)
    return puzzle


def _parsed(text: str) -> EnginePuzzle:
    if is_compact(_of_link(text)):
        return parse_compact(_of_link(text))
    if "=" in text:
        return read_toml(text.encode("utf-8", "surrogateescape"), "", None)
    if os.path.splitext(text.strip())[1] in ENDINGS or _is_there(text):
        name = shown(text, 200)
        raise BoardError(f'"{name}" is a file name; load the file with clew.load("{name}")')
    raise BoardError(
        f'"{shown(text)}" does not name a family{_lacking(text)}; write family:body, such as '
        f"{EXAMPLE}, or the "
        "text of a TOML file"
    )


def _is_there(path: str) -> bool:
    try:
        return os.path.exists(path)
    except ValueError:  # a NUL byte
        return False


def _lacking(text: str) -> str:
    """A suggestion for a compact body without a family: the first family that can read it."""
    if not 3 < len(text) < LONGEST_GUESS or "/" not in text:
        return ""
    for name in NAMES:
        try:
            parse_compact(f"{name}:{text}")
        except BoardError:
            continue
        return f': did you mean "{name}:{shown(text, 200)}"?'
    return ""


def adapted(puzzle: object) -> EnginePuzzle:
    """The puzzle as searches, games and pictures need it: a text is parsed, a custom puzzle is wrapped.

    Raises `BoardError` for a text that is not a board, `ClewError` for anything else that is not a puzzle.
    """
    if isinstance(puzzle, str):
        return parse(puzzle)
    from clew.custom.adaptor import wrapped

    return wrapped(puzzle)


def read_boards(
    source: str | os.PathLike[str],
    *,
    family: str | None = None,
    stdin: IO[Any] | None = None,
    own: bool = False,
    format: str | None = None,
) -> Iterator[Entry]:
    """Yields the boards of a file in any of the formats, a folder, ``"-"`` or a compact form, in order.

    A file's format is recognised by its content, or is the one named by `format` (see ``clew formats``).
    `family` applies to boards that name none, and may have options: ``"pebbles[grid 4x4]"``. `stdin` is read
    for ``"-"``. `own`: the source may also be the spec of a custom puzzle, ``module:Class(arguments)``,
    whose module is then imported (see `clew.puzzles.spec`); use it only for what the user typed. A bad board
    is an entry with its error, and the stream continues.

    >>> [entry.puzzle for entry in clew.read_boards("null:3")]
    [Null.parse('null:3')]
    """
    text = os.fspath(source)
    if text == "-":
        yield from _some(_read(Source(stdin or sys.stdin.buffer, "-", family), format), "-")
    elif is_compact(_of_link(text)):
        remarks = [_AS_TEXT.format(shown(text, 200))] if _is_there(text) else []
        yield attempt(lambda: parse_compact(_of_link(text)), shown(text, 200), None, remarks=remarks)
    elif own and is_own(text):
        yield attempt(lambda: _own(text), shown(text, 200), None)
    elif _numbered(text):
        path, _, number = text.rpartition("#")
        if _is_there(text):
            yield failure(_TWO_FILES.format(number, shown(path, 200)), shown(text, 200))
            return
        yield from _only(_read_file(path, family, format), int(number), text)
    elif os.path.isdir(text):
        yield from _read_folder(text, family, format)
    else:
        yield from _read_file(text, family, format)


def _of_link(text: str) -> str:
    """A compact form as a link has it, percent-encoded, as it is otherwise; any other text unchanged."""
    if "%" not in text or is_compact(text):
        return text
    from urllib.parse import unquote  # takes 6 ms to import

    return unquote(text)


def _numbered(text: str) -> bool:
    """Whether the text names one board of a file, as in ``game.txt#3``."""
    path, mark, number = text.rpartition("#")
    return bool(mark) and number.isascii() and number.isdigit() and len(number) < 10 and os.path.isfile(path)


def _only(entries: Iterator[Entry], number: int, source: str) -> Iterator[Entry]:
    """One board of a file, by its number from 1."""
    count = 0
    for count, entry in enumerate(entries, 1):
        if count == number or (entry.error is not None and count == 1):
            yield entry
            return
    yield failure(f"has boards 1 to {count}; there is no number {number}", source)


def is_own(text: str) -> bool:
    """Whether a text typed by the user is the spec of a custom puzzle."""
    if not looks_like_spec(text) or os.path.exists(text):
        return False
    if "(" in text:
        return True

    return can_import(text)


def _own(text: str) -> EnginePuzzle:
    from clew.custom.adaptor import wrapped

    try:
        return wrapped(puzzle_of(text))
    except PuzzleError as error:
        raise BoardError(str(error)) from error


def _read_folder(folder: str, family: str | None, format: str | None) -> Iterator[Entry]:
    try:
        paths = boards_below(folder)
    except BoardError as error:
        yield failure(error.message, shown(folder, 200))
        return
    for path in paths:
        yield from _read_file(path, family, format)
    if not paths:
        yield failure(
            f"the folder contains no boards; boards are {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]} files",
            folder,
        )


def _read_file(path: str, family: str | None, format: str | None) -> Iterator[Entry]:
    name = shown(path, 200)
    try:
        check_file(path)
        stream = open(path, "rb")  # noqa: SIM115 - closed below
    except BoardError as error:
        yield failure(error.message, name)
        return
    except FileNotFoundError:
        yield failure(_missing(path), name)
        return
    except OSError as error:
        yield failure(f"cannot be read: {error.strerror}; give the path of a readable file", name)
        return
    except ValueError as error:  # a NUL byte in the path
        yield failure(f"is not a path: {error}; write the name of a file", name)
        return
    with stream:
        if path.endswith(".py"):
            yield failure(_program(path), name)
            return
        try:
            source = Source(stream, path, family, folder=os.path.dirname(path))
            yield from _some(_read(source, format), name)
        except OSError as error:
            yield failure(f"could not be read to the end: {error.strerror}; copy it to another disk", name)


def _some(entries: Iterator[Entry], source: str) -> Iterator[Entry]:
    """The entries; if there are none, an error that says so."""
    empty = True
    for entry in entries:
        empty = False
        yield entry
    if empty:
        yield failure("contains no board; add at least one, such as blocks:AAo/ooo/ooo", source)


def _read(source: Source, format: str | None) -> Iterator[Entry]:
    from clew.boards.recognition import read_source

    return read_source(source, format)


def read_data(
    data: bytes, name: str, *, family: str | None = None, format: str | None = None
) -> Iterator[Entry]:
    """Yields the boards in the bytes of a file of that name, which may name no other file; see
    `read_boards`.
    """
    from io import BytesIO

    return _read(Source(BytesIO(data), name, family), format)


def _own_missing(text: str) -> str:
    """The message for ``jugs:Jugs`` if neither a family nor a module has that name."""
    module = text.partition(":")[0].strip()
    near = closest(module, NAMES)
    return (
        f'there is no family "{shown(module)}"{near} Families: {", ".join(NAMES)}. If {shown(text, 80)} is '
        f"a puzzle of your own, run this in the folder of {shown(module)}.py, or add the folder to PYTHONPATH"
    )


def _program(path: str) -> str:
    """The message for a Python file where a board is expected."""
    module = os.path.basename(path).removesuffix(".py")
    return (
        f"is a Python file; name the class of your puzzle in it, such as {module}:{module.title()}, "
        "in the folder of the file"
    )


def _family_of(text: str) -> str | None:
    return next((name for name in NAMES if has(name, "files") and part(name, "files").reads(text)), None)


def reader_of_file(path: str) -> tuple[str, str]:
    """The family whose own files look like this one, and its text. Raises `BoardError`."""
    check_file(path)
    try:
        with open(path, "rb") as file:
            text = Source(file, path).text()
    except OSError as error:
        raise BoardError(f"cannot be read: {error.strerror}; give the path of a game", file=path) from None
    except BoardError as error:
        error.file = path
        raise
    family = _family_of(text)
    if family is None or len(text) > limits.BOARD_BYTES:
        raise BoardError("is not the source of a game; give a PuzzleScript file", file=path)
    return family, text


def _missing(path: str) -> str:
    if "(" in path and looks_like_spec(path):
        return ONLY_ARGUMENTS
    name, colon, _ = path.partition(":")
    name = name.partition("[")[0]
    if colon and name.isalnum() and os.sep not in name:
        if looks_like_spec(path):
            return _own_missing(path)
        return f'there is no family "{shown(name)}"{closest(name, NAMES)} Families: {", ".join(NAMES)}'
    folder = os.path.dirname(path) or "."
    names = os.listdir(folder) if os.path.isdir(folder) else []
    hint = closest(os.path.basename(path), names)
    forms = f"a file, a folder, `-`, or a compact form such as {EXAMPLE}"
    return f"there is no such file or folder{_lacking(path) or hint} A board is {forms}"
