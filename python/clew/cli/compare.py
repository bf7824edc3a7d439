"""`clew compare`: every method on a board, side by side."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.boards import each_board, print_json, show_board, show_notes, with_input
from clew.cli.command import SUMMARIES, Command
from clew.cli.options import add_boards, add_family, add_json, add_limits, limits_of
from clew.cli.terminal import ProgressLine
from clew.search.compare import compare

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.compare import Comparison

COMMAND = Command(
    "compare",
    summary=SUMMARIES["compare"],
    description="""\
Solves the board with every method: the default, which uses the family's own fast algorithms; the four
plain searches, which do not; the anytime search; and, for families that have one, the method of a
published article, re-implemented in Python. For each it prints the number of moves, what was proved,
the states expanded and stored, and the milliseconds.

Limits apply to each method separately; without --max-seconds, each has 10 seconds.""",
    arguments="BOARD...",
    quiet="print only the table: no board, no progress",
    statuses={**status.OF_BOARDS, status.SOLVED: "some method proved the optimum of every board"},
    examples=(
        ("clew compare boards/blocks/gar-1.toml", "see a table of all methods"),
        ("clew compare --max-seconds 60 --threads 1 board.toml", "give each method a minute, on one thread"),
        ("clew compare --json board.toml", '{"family":...,"methods":[{"method":"default",...},...]}'),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument("--after", metavar="MOVES", default="", help='play these moves first, such as "AR3 BU1"')
add_limits(COMMAND)
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Compare the methods on every board. Returns the exit status."""

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _compare(puzzle, entry, args, terminal)

    return each_board(args, args.boards, terminal, handle)


def _compare(puzzle: EnginePuzzle, entry: Entry, args: Namespace, terminal: Terminal) -> int:
    with ProgressLine(terminal) as progress:
        found = compare(
            puzzle,
            after=args.after,
            limits=limits_of(args),
            on_progress=progress.callback,
            threads=args.threads,
        )
    if args.json:
        result = found.to_dict()
        if args.after:
            result["after"] = puzzle._split_moves(args.after)
        print_json(terminal, with_input(result, entry))
    else:
        if not terminal.quiet:
            show_board(terminal, puzzle, found.start, entry)
        _show(terminal, found)
    if found.interrupted:
        return status.INTERRUPTED
    return {"solved": status.SOLVED, "unsolvable": status.UNSOLVABLE}.get(found.status, status.LIMIT)


def _show(terminal: Terminal, found: Comparison) -> None:
    heads, *rows = str(found).splitlines()
    last = 2 + heads.rindex("what")
    terminal.line(terminal.faint(terminal.hanging("  " + heads, last)))
    for row in rows:
        terminal.line(terminal.hanging("  " + row, last))
    show_notes(terminal, found)
    if not terminal.quiet:
        terminal.line()
