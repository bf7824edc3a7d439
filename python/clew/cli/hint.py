"""`clew hint`: what to move now."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.boards import each_board, print_json, show_board, show_proof, with_input
from clew.cli.command import SUMMARIES, Command
from clew.cli.options import add_boards, add_family, add_json, add_limits, limits_of
from clew.cli.terminal import ProgressLine
from clew.search.hint import hint
from clew.search.line import end_of, walk

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.hint import Hint

COMMAND = Command(
    "hint",
    summary=SUMMARIES["hint"],
    description="""\
Prints the position, the fewest moves to a goal, every legal move with the distance that remains after
it, and a complete optimal continuation. With --level, prints one sentence instead: which piece to move
(1), also where to (2), or the exact move (3).""",
    arguments="BOARD...",
    quiet="print only the hint, as a sentence: no board, no table of moves, no progress",
    statuses={
        **status.OF_BOARDS,
        status.SOLVED: "a goal can be reached",
        status.UNSOLVABLE: "proved: no goal can be reached from here",
        status.WRONG: "bad usage, a bad board, or an illegal move",
    },
    examples=(
        ("clew hint board.toml", "compare all legal moves at the start"),
        ('clew hint board.toml --after "CL3 HU1"', "get a hint after two moves"),
        ("clew hint board.toml --level 1", "see only which piece to move"),
        ("clew hint board.toml --json", '{"distance":8,"best":["HU1"],"moves":[...],"line":[...]}'),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument("--after", metavar="MOVES", default="", help='play these moves first, such as "AR3 BU1"')
COMMAND.add_argument(
    "--level",
    metavar="N",
    choices=("1", "2", "3"),
    help="say only this much: 1 which piece to move, 2 also where to, 3 the exact move",
)
add_limits(COMMAND)
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Print a hint for every board. Returns the exit status."""

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _hint(puzzle, entry, args, terminal)

    return each_board(args, args.boards, terminal, handle)


def _hint(puzzle: EnginePuzzle, entry: Entry, args: Namespace, terminal: Terminal) -> int:
    initial = puzzle.initial()
    state = end_of(initial, walk(puzzle, initial, args.after))
    with ProgressLine(terminal) as progress:
        found = hint(
            puzzle, state, limits=limits_of(args), on_progress=progress.callback, threads=args.threads
        )
    level = int(args.level) if args.level else None
    if args.json:
        board = {"family": puzzle.family, "board": puzzle._body(), "puzzle": str(puzzle)}
        result = {**found.to_dict(), **board}
        if level is not None:
            result["hint"] = found.level(level)
        print_json(terminal, with_input(result, entry))
    elif level is not None or terminal.quiet:
        terminal.line(found.level(level or 3))
    else:
        show_board(terminal, puzzle, state, entry)
        _show(terminal, found)
    if found.limit == "interrupted":
        return status.INTERRUPTED
    if found.status == "limit":
        return status.LIMIT
    return status.UNSOLVABLE if found.distance is None else status.SOLVED


def _show(terminal: Terminal, found: Hint) -> None:
    if found.distance is None or not found.best:
        terminal.line(f"  {found.level(3)}")
    else:
        terminal.line(f"  {terminal.strong(str(found.distance))} to go. {found.level(3)}")
    terminal.line()
    by_distance: dict[int | None, list[str]] = {}
    for move, distance in found.moves:
        by_distance.setdefault(distance, []).append(str(move))
    unknown = "?" if found.status == "limit" else "never"
    for distance in sorted(by_distance, key=lambda value: (value is None, value)):
        words = [terminal.good(move) if move in found.best else move for move in by_distance[distance]]
        head = unknown if distance is None else str(distance)
        terminal.line(f"  {head.rjust(5)}  {' '.join(words)}")
    if found.rests_on:
        terminal.line()
        show_proof(terminal, found, "distances")
    if found.line:
        terminal.line()
        terminal.line(terminal.faint("  One shortest solution:"))
        terminal.line(terminal.wrapped([*map(str, found.line)]))
    terminal.line()
