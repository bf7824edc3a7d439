"""`clew convert`: boards in another format."""

from __future__ import annotations

import os

from clew.cli import status
from clew.cli.boards import FAMILY, each_board
from clew.cli.parser import Command, Option, UsageError
from clew.errors import ClewError
from clew.puzzles.registry import is_compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from clew.boards.entries import Entry
    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle

FORMATS = ("compact", "toml", "json", "jsonl", "csv")
BY_EXTENSION = {".txt": "compact", ".toml": "toml", ".json": "json", ".jsonl": "jsonl", ".csv": "csv"}
_EXTENSIONS = {name: extension for extension, name in BY_EXTENSION.items()}

COMMAND = Command(
    "convert",
    summary="write boards in another format",
    description="""\
Reads boards and writes them again: compact (a line each), toml, json (the keys of the TOML), jsonl (an
object a line) or csv (a column board with the compact form). Without --to, the ending of the output names
the format; to standard output it is compact. Titles and notes are kept by toml, json and jsonl; other
columns and keys of a set by jsonl and csv.

With a folder as output, every board becomes a file of its own, named by the file it came from, or by that of
its set and its number in it.""",
    arguments="BOARD...",
    quiet="do not name the files that are written into a folder",
    statuses={status.SOLVED: "all is written", status.WRONG: status.BAD_BOARD},
    least=1,
    options=(
        Option("--to", value="FORMAT", choices=FORMATS, help="write this"),
        Option("--output", "-o", value="PATH", help="write to this file, or this folder (it ends in /)"),
        FAMILY,
    ),
    examples=(
        ("clew convert board.toml", "the compact form, for an argument or a link"),
        ("clew convert set.csv -o boards/", "a set as one TOML file per board"),
        ("clew convert boards/blocks --to jsonl", "a folder as JSON Lines"),
        ("clew convert blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo -o gar.toml", "a file to go on with"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    """Writes the boards in another format; the exit status."""
    output: str | None = args.output
    form = args.to or (BY_EXTENSION.get(os.path.splitext(output)[1]) if output else None)
    folder = output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output))
    if output and not folder and form is None:
        raise UsageError(f"{output}: its ending names no format; add --to with one of {', '.join(FORMATS)}")
    if output is not None and folder:
        return _into_folder(args, terminal, output, args.to or "toml")
    if output is None:
        return _into_stream(args, terminal, terminal.out, form or "compact")
    with open(output, "w", encoding="utf-8", newline="") as file:
        return _into_stream(args, terminal, file, form or "compact")


def _into_stream(args: Arguments, terminal: Terminal, stream: TextIO, form: str) -> int:
    writer = Writer(stream, form)

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        writer.write(puzzle, entry)
        return status.SOLVED

    result = each_board(args, args.arguments, terminal, handle, told=False)
    stream.flush()
    return result


def _into_folder(args: Arguments, terminal: Terminal, folder: str, form: str) -> int:
    os.makedirs(folder, exist_ok=True)
    used: dict[str, int] = {}

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        path = os.path.join(folder, _file_name(entry, used) + _EXTENSIONS[form])
        with open(path, "w", encoding="utf-8", newline="") as file:
            Writer(file, form).write(puzzle, entry)
        if not terminal.quiet:
            terminal.line(path)
        return status.SOLVED

    return each_board(args, args.arguments, terminal, handle, told=False)


def _file_name(entry: Entry, used: dict[str, int]) -> str:
    """The name of the file that a board came from; with a number behind it for each board of a set."""
    stem = (
        "board"
        if is_compact(entry.source) or entry.source == "-"
        else os.path.splitext(os.path.basename(entry.source))[0]
    )
    stem = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in stem).strip(".") or "board"
    used[stem] = used.get(stem, 0) + 1
    in_set = entry.line is not None or used[stem] > 1
    return f"{stem}-{used[stem]}" if in_set else stem


class Writer:
    """Boards one after the other in one format; raises `ClewError` where a format holds only one.

    `columns`: those beside the board of a CSV that has its header already, and is written on.
    """

    def __init__(self, stream: TextIO, form: str, columns: list[str] | None = None) -> None:
        self._stream = stream
        self._form = form
        self._written = 0 if columns is None else 1
        self._columns: list[str] = columns or []

    def write(self, puzzle: EnginePuzzle, entry: Entry) -> None:
        """Writes one board. Raises `ClewError` for a second one where the format holds only one."""
        if self._written and self._form in ("toml", "json"):
            raise ClewError(
                f"one {self._form} text holds one board: write to a folder (-o DIR/) or --to jsonl"
            )
        self._stream.write(self._text(puzzle, entry))
        self._stream.flush()
        self._written += 1

    def _text(self, puzzle: EnginePuzzle, entry: Entry) -> str:
        if self._form == "compact":
            return f"{puzzle}\n"
        if self._form == "toml":
            return puzzle.to_toml()
        if self._form == "csv":
            return self._row(str(puzzle), entry.input)
        import json

        if self._form == "json":
            return json.dumps(puzzle.to_dict(), indent=2, ensure_ascii=False) + "\n"
        return json.dumps({**entry.input, **puzzle.to_dict()}, ensure_ascii=False) + "\n"

    def _row(self, board: str, beside: dict[str, Any]) -> str:
        """A line of CSV; the first board's other columns make the header, what later boards lack is empty."""
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if not self._written:
            self._columns = [name for name in beside if name not in ("board", "family")]
            writer.writerow(["board", *self._columns])
        writer.writerow([board, *(beside.get(name, "") for name in self._columns)])
        return text.getvalue()
