"""`clew convert`: boards in another format."""

from __future__ import annotations

import csv
import json
import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any, TextIO

from clew.cli import status
from clew.cli.boards import each_board
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import add_boards, add_family
from clew.errors import ClewError
from clew.puzzles.registry import is_compact

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle

FORMATS = ("compact", "toml", "json", "jsonl", "csv")
BY_EXTENSION = {".txt": "compact", ".toml": "toml", ".json": "json", ".jsonl": "jsonl", ".csv": "csv"}
_EXTENSIONS = {name: extension for extension, name in BY_EXTENSION.items()}

COMMAND = Command(
    "convert",
    summary=SUMMARIES["convert"],
    description="""\
Reads boards and writes them in another format: compact (one board per line), toml, json (the keys of
the TOML), jsonl (one object per line) or csv (the compact form in a column board). Without --to, the
ending of the output's name chooses the format; standard output gets the compact form. All but compact
keep par, titles and notes; jsonl and csv keep the other columns and keys of a set.

If the output is a folder, each board gets a file of its own, named after the file that it came from;
boards of a set are numbered.""",
    arguments="BOARD...",
    quiet="do not name the files that are written into a folder",
    statuses={status.SOLVED: "all boards are written", status.WRONG: status.BAD_BOARD},
    examples=(
        ("clew convert board.toml", "get the compact form, for an argument or a link"),
        ("clew convert set.csv -o boards/", "write a set as one TOML file per board"),
        ("clew convert boards/blocks --to jsonl", "print a folder as JSON Lines"),
        (
            "clew convert blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo -o gar.toml",
            "make a file that you can edit",
        ),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument("--to", metavar="FORMAT", choices=FORMATS, help="write this format")
COMMAND.add_argument(
    "--output", "-o", metavar="PATH", help="write to this file, or to this folder (end its name in /)"
)
add_family(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the boards in another format. Returns the exit status."""
    output: str | None = args.output
    form = args.to or (BY_EXTENSION.get(os.path.splitext(output)[1]) if output else None)
    folder = output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output))
    if output and not folder and form is None:
        raise UsageError(
            f"{output}: its ending is not a known format; add --to with one of {', '.join(FORMATS)}"
        )
    if output is not None and folder:
        return _into_folder(args, terminal, output, args.to or "toml")
    if output is None:
        return _into_stream(args, terminal, terminal.out, form or "compact")
    with open(output, "w", encoding="utf-8", newline="") as file:
        return _into_stream(args, terminal, file, form or "compact")


def _into_stream(args: Namespace, terminal: Terminal, stream: TextIO, form: str) -> int:
    writer = Writer(stream, form)

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        writer.write(puzzle, entry)
        return status.SOLVED

    result = each_board(args, args.boards, terminal, handle, told=False)
    writer.close()
    stream.flush()
    return result


def _into_folder(args: Namespace, terminal: Terminal, folder: str, form: str) -> int:
    os.makedirs(folder, exist_ok=True)
    used: dict[str, int] = {}
    written: set[str] = set()

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        name = _file_name(entry, used)
        while name.lower() in written:
            name = _file_name(entry, used)
        written.add(name.lower())
        path = os.path.join(folder, name + _EXTENSIONS[form])
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = Writer(file, form)
            writer.write(puzzle, entry)
            writer.close()
        if not terminal.quiet:
            terminal.line(path)
        return status.SOLVED

    return each_board(args, args.boards, terminal, handle, told=False)


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


class Writer:
    """Writes boards one after the other in one format.

    `columns`: the columns of a CSV file besides the board, if they are known before the last board; without
    them its rows are kept until `close`. `begun`: it has its header already.
    """

    def __init__(
        self, stream: TextIO, form: str, columns: list[str] | None = None, *, begun: bool = False
    ) -> None:
        self._stream = stream
        self._form = form
        self._written = 0
        self._columns = columns
        self._rows: list[dict[str, Any]] = []
        if form == "csv" and columns is not None and not begun:
            self._csv([["board", *columns]])

    def write(self, puzzle: EnginePuzzle, entry: Entry) -> None:
        """Write one board. Raises `ClewError` for a second board if the format holds only one."""
        if self._written and self._form in ("toml", "json"):
            raise ClewError(
                f"{self._form} holds one board, and there are more: write to a folder (-o DIR/) or "
                "use --to jsonl"
            )
        if self._form == "csv":
            self._row({**entry.input, **puzzle._beside_compact(), "board": str(puzzle)})
        else:
            self._stream.write(self._text(puzzle, entry))
        self._stream.flush()
        self._written += 1

    def close(self) -> None:
        """Write what was kept until the last board was known."""
        if self._form == "csv" and self._columns is None and self._rows:
            names = dict.fromkeys(name for row in self._rows for name in row)
            columns = [name for name in names if name not in ("board", "family")]
            self._csv([["board", *columns], *([row["board"], *map(row.get, columns)] for row in self._rows)])

    def _text(self, puzzle: EnginePuzzle, entry: Entry) -> str:
        if self._form == "compact":
            return f"{puzzle}\n"
        if self._form == "toml":
            return puzzle.to_toml()

        if self._form == "json":
            return json.dumps(puzzle.to_dict(), indent=2, ensure_ascii=False) + "\n"
        return json.dumps({**entry.input, **puzzle.to_dict()}, ensure_ascii=False) + "\n"

    def _row(self, row: dict[str, Any]) -> None:
        if self._columns is None:
            self._rows.append(row)
        else:
            self._csv([[row["board"], *map(row.get, self._columns)]])

    def _csv(self, lines: list[list[Any]]) -> None:
        """Write rows of CSV. Lists are written as JSON, and what has no value stays empty."""
        plain = csv.writer(self._stream, lineterminator="\n")
        quoted = csv.writer(self._stream, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for line in lines:
            cells = [json.dumps(cell) if isinstance(cell, list | dict) else cell for cell in line]
            # The module does not quote a carriage return, at which readers would end the row.
            (quoted if any("\r" in str(cell) for cell in cells) else plain).writerow(cells)
