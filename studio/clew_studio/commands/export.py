"""`clew export`: boards as one file to play anywhere, or as files for other pages."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING

from clew.boards.load import read_boards
from clew.cli import status
from clew.cli.boards import remarked, sources_of
from clew.cli.command import Command, UsageError
from clew.cli.options import add_boards, add_family, add_number, output_name
from clew.errors import ClewError
from clew_studio.pages.export import write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle

COMMAND = Command(
    "export",
    summary="write boards as one web page that plays anywhere",
    description="""\
Writes boards as one HTML file that plays anywhere: from the disk, on a phone, without a network. The engine
is in the file, so it knows the legal moves, gives hints, says how far the goal is and shows a solution. Open
it with a browser, mail it, or put it on a web site.

Several boards, or a set, become one file with a button for each board. So do the levels of a game in
PuzzleScript; --level takes one of them.

For a page of your own, name a folder, such as site/: it gets the script of the element <clew-board>, the
engines, the boards as JSON and an example of a page. A name that ends in .json gets the boards alone.

Boards of the families blocks, coroutine, pebbles and ricochet can be exported, up to 256 cells, and levels
of games in PuzzleScript.""",
    arguments="BOARD...",
    quiet="do not name the files that were written",
    statuses={status.SOLVED: "the files are written", status.WRONG: status.BAD_BOARD},
    examples=(
        ("clew export board.toml -o puzzle.html", "write a board as a page to play"),
        (
            "clew export boards/blocks -o blocks.html --title Blocks",
            "write all boards of a folder as one page",
        ),
        ("clew export game.txt -o game.html", "write all levels of a game in PuzzleScript as one page"),
        ("clew export board.toml -o site/", "write what a page of your own needs to show the board"),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="FILE",
    help="write to this file, which ends in .html or .json, or to this folder, which ends in /",
)
COMMAND.add_argument(
    "--title", metavar="TEXT", help="the heading of the page; the default is the title of the first board"
)
add_number(COMMAND)
add_family(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the files. Returns the exit status."""

    if args.output is None:
        raise UsageError("--output is missing; name the file to write, such as -o puzzle.html")
    written = write(list(_puzzles(args, terminal)), args.output, title=args.title)
    if not terminal.quiet:
        for path in written:
            terminal.line(f"{path}: {os.path.getsize(path):,} bytes")
    return status.SOLVED


def _puzzles(args: Namespace, terminal: Terminal) -> Iterator[EnginePuzzle]:
    for source in sources_of(args):
        for entry in remarked(read_boards(source, family=args.family, format=args.format), terminal):
            if entry.puzzle is None:
                raise entry.error or ClewError(f"{source}: contains no board")
            yield entry.puzzle
