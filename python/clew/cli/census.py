"""`clew census`: how many positions need how many moves."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from clew.cli import status
from clew.cli.boards import each_board, print_json, show_board, show_proof, with_input
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import add_boards, add_family, add_json, add_limits, limits_of
from clew.cli.terminal import PATIENCE, ProgressLine, clock, duration, number, rate
from clew.statespace.census import METHODS, census

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Progress
    from clew.statespace.census import Census

_SHOWN = 5  # of the hardest boards
_BAR = 30  # characters of the longest bar

COMMAND = Command(
    "census",
    summary=SUMMARIES["census"],
    description="""\
Counts, over all positions of the board's pieces (including those that cannot be reached from the start), how
many need 0, 1, 2, ... moves and how many cannot be solved, and lists the hardest. The ten billion
positions of Panguru take 3.9 GB of memory and a few minutes. A census that does not fit in memory
ends at once.

With --checkpoint you can stop it at any time, even with Ctrl-C: run the same command again to continue.""",
    arguments="BOARD...",
    quiet="print only the counts: no board, no progress",
    statuses={
        status.SOLVED: "the census is complete",
        status.WRONG: status.BAD_BOARD,
        status.LIMIT: "a limit was reached",
    },
    examples=(
        ("clew census boards/pebbles/eight-puzzle.toml", "count 362,880 positions, half of them solvable"),
        (
            "clew census --checkpoint half.way pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP",
            "count all positions of Panguru",
        ),
        ("clew census --json board.toml", '{"family":...,"counts":[1,2,4,...],"total":362880,...}'),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument(
    "--checkpoint", metavar="FILE", help="save the levels in FILE, and continue from it if it exists"
)
COMMAND.add_argument(
    "--method",
    metavar="NAME",
    default="auto",
    choices=METHODS,
    help="how to store the positions; the answer does not depend on it",
)
add_limits(COMMAND)
add_family(COMMAND)
add_json(COMMAND)


class _Line(ProgressLine):
    def __call__(self, progress: Progress) -> None:
        if progress.seconds < PATIENCE:
            return
        parts = [
            f"census: {number(progress.states)} positions",
            *([] if progress.expected is None else [f"of {number(progress.expected)}"]),
            f"level {progress.depth}",
            f"{rate(progress.states_per_second)}/s",
            clock(progress.seconds),
        ]
        if progress.eta is not None:
            parts.append(f"ends within {clock(progress.eta)}")
        self.show(", ".join(parts))


def run(args: Namespace, terminal: Terminal) -> int:
    """Count positions by their distance to a goal. Returns the exit status."""
    if args.checkpoint is not None and len(args.boards) > 1:
        raise UsageError("--checkpoint keeps the census of one board: name a single BOARD")

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _census(puzzle, entry, args, terminal)

    return each_board(args, args.boards, terminal, handle)


def _census(puzzle: EnginePuzzle, entry: Entry, args: Namespace, terminal: Terminal) -> int:
    with _Line(terminal) as line, catch_warnings():
        simplefilter("ignore", RuntimeWarning)  # what cannot be saved is reported below
        found = census(
            puzzle,
            limits=limits_of(args),
            threads=args.threads,
            on_progress=line.callback,
            checkpoint=args.checkpoint,
            method=args.method,
        )
    if found.unsaved is not None:
        terminal.complain(f"{found.unsaved}; only the last one that was written can be continued")
    if args.json:
        print_json(terminal, with_input(found.to_dict(), entry))
    else:
        if not terminal.quiet:
            show_board(terminal, puzzle, puzzle.initial(), entry)
        _show(terminal, found)
    if found.limit == "interrupted":
        return status.INTERRUPTED
    return status.SOLVED if found.limit is None else status.LIMIT


def _show(terminal: Terminal, found: Census) -> None:
    heads = ("moves", "positions")
    width = max(len(heads[1]), *(len(number(count)) for count in [0, *found.counts]))
    terminal.line("  " + terminal.faint(f"{heads[0]}  {heads[1]:>{width}}"))
    most = max(found.counts, default=1)
    for moves, count in enumerate(found.counts):
        bar = terminal.faint("·" * round(_BAR * count / most))
        terminal.line(f"  {moves:>5}  {number(count):>{width}}  {bar}".rstrip())
    terminal.line()
    for line in terminal.flowing(_figures(terminal, found)):
        terminal.line(line)
    hardest = (found.hardest or [])[:_SHOWN]
    if hardest:
        those = f"{number(found.counts[-1])} need {found.diameter} moves"
        some = "" if len(hardest) == found.counts[-1] else f", of which {len(hardest)}"
        terminal.line(f"  {those}{some}:")
    for board in hardest:
        terminal.line(f"    {board}")
    show_proof(terminal, found, "counts")
    if not terminal.quiet:
        terminal.line()


def _figures(terminal: Terminal, found: Census) -> list[str]:
    if found.limit is not None:
        stopped = "interrupted" if found.limit == "interrupted" else f"stopped by the limit on {found.limit}"
        of = "" if found.total is None else f" of {number(found.total)}"
        return [terminal.bad(stopped), f"{number(found.solvable)}{of} positions counted"]
    figures = [f"{number(found.total or 0)} positions"]
    if found.unsolvable:
        figures.append(f"{number(found.unsolvable)} unsolvable")
    if found.mean is not None:
        figures += [f"at most {found.diameter} moves", f"{found.mean:.2f} on average"]
    return [*figures, f"{found.method}, {duration(found.seconds)}"]
