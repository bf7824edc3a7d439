"""`clew convert`: boards in another format."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from clew.boards.entries import files_named
from clew.boards.files import boards_below
from clew.boards.format import Format, Writer
from clew.boards.recognition import format_named, formats
from clew.cli import status
from clew.cli.boards import each_board
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import add_boards, add_family, output_name
from clew.errors import BoardError, ClewError
from clew.puzzles.registry import is_compact
from clew.replacement import Replacement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle

COMMAND = Command(
    "convert",
    summary=SUMMARIES["convert"],
    description="""\
Reads boards and writes them in another format; clew formats lists those that can be written. Without --to,
the ending of the output's name chooses the format; standard output gets the compact form, one board per line.
Levels of a PuzzleScript game are written to a .txt as the source of a game, which its editor opens.
All of Clew's own formats but compact keep par, titles and notes; jsonl and tables keep the other columns and
keys of a set. Formats of other programs are refused where they cannot hold a board.

A file is replaced when the new one is whole, with the boards that could be read and written; if there is
none, or at Ctrl-C, the old file stays.

If the output is a folder, each board gets a file of its own, named after the file that it came from;
boards of a set are numbered.""",
    arguments="BOARD...",
    quiet="do not name the files that are written into a folder",
    statuses={status.SOLVED: "all boards are written", status.WRONG: status.BAD_BOARD},
    examples=(
        ("clew convert board.toml", "get the compact form, for an argument or a link"),
        ("clew convert set.csv -o boards/", "write a set as one TOML file per board"),
        ("clew convert boards/blocks --to jsonl", "print a folder as JSON Lines"),
        ("clew convert rush.txt -o rush.csv", "make a table of somebody else's boards"),
        (
            "clew convert blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo -o gar.toml",
            "make a file that you can edit",
        ),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument("--to", metavar="FORMAT", help="write this format")
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="PATH",
    help="write to this file, or to this folder (end its name in /); - is standard output",
)
add_family(COMMAND)


def by_ending(path: str, family: str | None = None) -> Format | None:
    """Clew's own format of a file, by the ending of its name: that of the family, if it has one."""
    ending = os.path.splitext(path)[1].lower()
    fit = [form for form in formats() if form.own and form.writes and ending in form.endings]
    own = (form for form in fit if form.family is not None and form.family == family)
    return next(own, next((form for form in fit if form.family is None), None))


def _asked(name: str) -> Format:
    try:
        form, options = format_named(name)
    except BoardError as error:
        raise UsageError(error.message) from None
    if options or not form.writes:
        known = ", ".join(form.name for form in formats() if form.writes)
        raise UsageError(f"{name} cannot be written; formats that can are {known}")
    return form


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the boards in another format. Returns the exit status."""
    output: str | None = None if args.output == "-" else args.output
    form = _asked(args.to) if args.to else by_ending(output) if output else None
    folder = output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output))
    if output and not folder and form is None:
        known = ", ".join(form.name for form in formats() if form.writes)
        raise UsageError(f"{output}: its ending is not a known format; add --to with one of {known}")
    if output is not None and folder:
        return _into_folder(args, terminal, output, form or _asked("toml"))
    form = form or _asked("compact")
    if output is not None:
        _refuse_input(output, args.boards)
    if output is None:
        if form.binary:
            raise UsageError(f"{form.name} is no text; name a file with --output")
        result, _ = _into_stream(args, terminal, terminal.out, form)
        return result
    if type(form).files is not Format.files:
        return _into_files(args, terminal, output, form)
    with Replacement(output) as new:
        with opened(new.path, form) as file:
            result, some = _into_stream(args, terminal, file, form)
        if not some or result == status.INTERRUPTED:
            new.drop()
    return result


def _refuse_input(output: str, sources: list[str]) -> None:
    if any(same_file(output, name) for name in _read_from(sources)):
        raise UsageError(f"{output} is also read; write to another file with -o")


def _read_from(sources: list[str]) -> Iterator[str]:
    """The files that these boards are read from, with those that they name."""
    for source in sources:
        path = source if os.path.exists(source) else source.rpartition("#")[0]
        for name in boards_below(path) if os.path.isdir(path) else [path]:
            yield name
            yield from files_named(name)


def same_file(one: str, other: str) -> bool:
    """Whether two names are those of one regular file."""
    try:
        return os.path.isfile(one) and os.path.samefile(one, other)
    except (OSError, ValueError):  # not there, or no path
        return False


def _into_files(args: Namespace, terminal: Terminal, output: str, form: Format) -> int:
    """Write one board into several files, which are named after the output."""
    stem, ending = os.path.splitext(output)
    boards = 0

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        nonlocal boards
        boards += 1
        if boards > 1:
            raise ClewError(f"{form.name} holds one board, and there are more: write to a folder (-o DIR/)")
        files = {f"{stem}{name}{ending}": text for name, text in form.files(puzzle, entry.input).items()}
        for path in files:
            _refuse_input(path, args.boards)
        for path, text in files.items():
            with Replacement(path) as new, opened(new.path, form) as file:
                file.write(text)
            if not terminal.quiet:
                terminal.line(path)
        return status.SOLVED

    return each_board(args, args.boards, terminal, handle, told=False)


def opened(path: str, form: Format, mode: str = "w") -> IO[Any]:
    """A file for boards in that format."""
    if form.binary:
        return open(path, f"{mode}b")
    return open(path, mode, encoding="utf-8", newline="")


def _into_stream(args: Namespace, terminal: Terminal, stream: IO[Any], form: Format) -> tuple[int, bool]:
    """The exit status, and whether any board was written."""
    writer: Writer | None = None
    some = False

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        nonlocal writer, some
        if writer is None:
            own = by_ending(args.output, puzzle.family) if args.output and not args.to else None
            writer = (own or form).writer(stream)
        writer.write(puzzle, entry.input)
        some = True
        return status.SOLVED

    result = each_board(args, args.boards, terminal, handle, told=False)
    (writer or form.writer(stream)).close()
    stream.flush()
    return result, some


def _into_folder(args: Namespace, terminal: Terminal, folder: str, form: Format) -> int:
    os.makedirs(folder, exist_ok=True)
    used: dict[str, int] = {}
    written: set[str] = set()
    inputs = {os.path.realpath(path) for path in _read_from(args.boards)}
    ending = form.endings[0] if form.endings else ".txt"
    several = type(form).files is not Format.files

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        name = _file_name(entry, used)
        while name.lower() in written:
            name = _file_name(entry, used)
        written.add(name.lower())
        texts = form.files(puzzle, entry.input) if several else {"": None}
        for more, text in texts.items():
            with output.file(name + more + ending, entry) as file:
                if text is not None:
                    file.write(text)
                    continue
                writer = form.writer(file)
                writer.write(puzzle, entry.input)
                writer.close()
        return status.SOLVED

    with _Folder(folder, form, inputs, terminal) as output:
        return each_board(args, args.boards, terminal, handle, told=False)


class _Folder:
    """A folder that boards are written into. If it has inputs, nothing is written before all are read."""

    def __init__(self, path: str, form: Format, inputs: set[str], terminal: Terminal) -> None:
        self._path = path
        self._form = form
        self._inputs = inputs
        self._terminal = terminal
        self._has_inputs = any(self._is_input(os.path.join(path, name)) for name in os.listdir(path))
        self._waiting: list[tuple[str, Replacement]] = []

    def __enter__(self) -> _Folder:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        try:
            for path, new in self._waiting if failed is None else []:
                new.put()
                self._told(path)
        finally:
            for _path, new in self._waiting:
                new.drop()

    @contextmanager
    def file(self, name: str, entry: Entry) -> Iterator[IO[Any]]:
        """A file of the folder, for this board. Raises `UsageError` if the file is an input that holds
        something else.
        """
        path = os.path.join(self._path, name)
        if self._is_input(path) and not same_file(path, entry.source):
            raise UsageError(f"{path} is also read; write to another folder with -o")
        new = Replacement(path)
        try:
            with opened(new.path, self._form) as file:
                yield file
        except BaseException:
            new.drop()
            raise
        if self._has_inputs:
            self._waiting.append((path, new))
        else:
            new.put()
            self._told(path)

    def _is_input(self, path: str) -> bool:
        return os.path.realpath(path) in self._inputs

    def _told(self, path: str) -> None:
        if not self._terminal.quiet:
            self._terminal.line(path)


def _file_name(entry: Entry, used: dict[str, int]) -> str:
    """The name of the file that a board came from, followed by a number for each board of a set: with zeros
    before it, so that the files sort in the order of the set.
    """
    source, _, number = entry.source.rpartition("#")
    source, in_set = (source, True) if number.isdigit() and source else (entry.source, entry.line is not None)
    stem = "board" if is_compact(source) or source == "-" else os.path.splitext(os.path.basename(source))[0]
    stem = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in stem).strip(".") or "board"
    used[stem] = used.get(stem, 0) + 1
    return f"{stem}-{used[stem]:0{DIGITS}}" if in_set or used[stem] > 1 else stem


DIGITS = 4
"""Of the number of a board in the names of files; more if a set has more boards."""
