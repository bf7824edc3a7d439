"""`clew review`: what each move of a game was worth."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from clew.boards.text import not_text, table_text
from clew.cli import status
from clew.cli.boards import each_board, print_json, show_board, show_proof, with_input
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import BOARD, add_family, add_json, add_limits, limits_of, output_name
from clew.cli.terminal import ProgressLine
from clew.errors import ClewError
from clew.play.record import record_of
from clew.play.review import review
from clew.play.table import rows, summary
from clew.tui.store import default_path

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.play.review import Review
    from clew.puzzles.base import EnginePuzzle

COMMAND = Command(
    "review",
    summary=SUMMARIES["review"],
    description="""\
Prints a line for each move: the fewest moves left after it (left), how many more are needed than with a
best move (lost), and which moves were best there. Then it names the turning points, where detours began,
and the shortest solution that shares the longest beginning with the game.

The LOG is a game saved by `clew play --save` or `Game.save`, a line of `clew solve --json`, a file of moves,
`-` for standard input, or the moves themselves. Without a LOG, the command reviews the game that `clew play`
saved for this board.

Small boards are measured with their map, others by a search for each position, from the last to the
first.""",
    arguments="BOARD [LOG...]",
    quiet="print only the conclusions: no board, no table, no progress",
    statuses={
        status.SOLVED: "the moves are measured and solve the board",
        status.UNSOLVABLE: "the moves are measured but do not solve the board",
        status.WRONG: "an illegal move, a bad log, bad usage, or a bad board",
        status.LIMIT: "a limit was reached, so some moves are not measured",
    },
    examples=(
        ("clew review board.toml game.json", "review a saved game"),
        ('clew review board.toml "BR1 CL1 CL2 EU1"', "review these moves"),
        ("clew review board.toml", "review the game that clew play saved"),
        ("clew review board.toml game.json -o game.svg", "also draw the distance over the moves"),
        ("clew solve --json --first board.toml | clew review board.toml -", "see what a quick solution lost"),
    ),
)
COMMAND.add_argument("board", metavar="BOARD", help=BOARD)
COMMAND.add_argument("log", nargs="*", metavar="LOG", help="a saved game, a file of moves, or the moves")
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="FILE",
    help="also draw the distance over the moves: .svg, .png",
)
add_limits(COMMAND, moves=False)
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Review one game. Returns the exit status."""
    if args.board == "-":
        raise UsageError("standard input can be the log here: name a file or a compact form as the board")
    text = _read(args.log)

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _review(puzzle, _kept(puzzle) if text is None else text, entry, args, terminal)

    return each_board(args, [args.board], terminal, handle)


def _read(log: list[str]) -> str | None:
    """The text of the log; None if there is none. Raises `ClewError`, `OSError`."""
    if not log:
        return None
    if log == ["-"]:
        return sys.stdin.read()
    if len(log) == 1 and os.path.isfile(log[0]):
        with open(log[0], "rb") as file:
            data = file.read()
        problem = not_text(data)
        if problem is not None:
            raise ClewError(f"{log[0]} {problem}")
        text = table_text(data)[0]
        if not text.strip():
            raise ClewError(f"{log[0]} is empty; a LOG is a saved game, or moves separated by blanks")
        return text
    if len(log) == 1 and log[0].endswith((".json", ".txt")):
        raise ClewError(
            f"{log[0]}: there is no such file; a LOG is a saved game, a file of moves, or the moves"
        )
    return " ".join(log)


def _kept(puzzle: EnginePuzzle) -> str:
    """The game of this board that `clew play` keeps. Raises `ClewError`."""
    try:
        with open(default_path(puzzle), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise ClewError(
            "there is no saved game of this board: give a LOG, or play it with clew play"
        ) from None


def _review(puzzle: EnginePuzzle, text: str, entry: Entry, args: Namespace, terminal: Terminal) -> int:
    moves, times = record_of(puzzle, text)
    with ProgressLine(terminal) as progress:
        found = review(
            puzzle,
            moves,
            times,
            limits=limits_of(args),
            on_progress=progress.callback,
            threads=args.threads,
        )
    if args.json:
        board = {"family": puzzle.family, "board": puzzle._body(), "puzzle": str(puzzle)}
        print_json(terminal, with_input({**board, **found.to_dict()}, entry))
    else:
        _show(terminal, found, entry)
    if args.output is not None:
        found.draw(args.output)
    if found.limit == "interrupted":
        return status.INTERRUPTED
    if found.status == "limit":
        return status.LIMIT
    return status.SOLVED if found.solved else status.UNSOLVABLE


def _show(terminal: Terminal, found: Review, entry: Entry) -> None:
    if not terminal.quiet:
        show_board(terminal, found.puzzle, found.start, entry)
        for row in rows(found, terminal.bad):
            terminal.line(f"  {row}")
        terminal.line()
    for sentence in summary(found):
        terminal.line(terminal.hanging(f"  {sentence}", 4))
    show_proof(terminal, found, "distances")
    if not terminal.quiet:
        terminal.line()
