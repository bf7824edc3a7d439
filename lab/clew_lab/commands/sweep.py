"""`clew sweep`: a command for any number of boards, on all cores or on a cluster."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.command import Command, UsageError
from clew.cli.options import (
    add_boards,
    add_family,
    add_limits,
    add_workers,
    limits_of,
    output_name,
    positive,
    whole,
)
from clew.cli.terminal import PATIENCE, LiveLine, clock, duration, number
from clew.search.limits import ALGORITHMS
from clew.statespace.census import METHODS
from clew_lab.sweep import commands
from clew_lab.sweep.cluster import connected

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew_lab.sweep.runner import Sweep, SweepProgress

OWN = {
    "solve": ("count", "algorithm", "max_moves"),
    "rate": ("measures", "seed"),
    "map": ("max_depth", "no_expand_goals"),
    "census": ("method", "max_moves"),
}
"""The options that belong to one command each."""

WORDS = {"solved": "solved", "complete": "complete", "unsolvable": "unsolvable", "limit": "at a limit"}

COMMAND = Command(
    "sweep",
    summary="solve, rate, map or census many boards, on all cores or a cluster",
    description="""\
Runs clew solve, rate, map or census on every board and writes one row per board; the columns are the keys
that the command prints with --json. While it runs, the rows are in OUT/parts/. At the end, OUT/boards.parquet
has them all, in the order of the boards; columns input_... keep what the set says about each board. Read it
with pandas, R, DuckDB, or clew_lab.sweep.read(OUT).

If it is stopped, by Ctrl-C or in any other way, run the same command again to continue. A board that cannot
be read, or that fails, becomes a row with status "error" and is reported; the sweep continues with the
others, even if the board crashes its process. Limits apply to each board, and each board uses one thread. The
rows do not depend on the number of workers.""",
    arguments="solve|rate|map|census BOARD... -o OUT",
    quiet="print only the name of the file with all rows; no progress",
    statuses={
        **status.OF_BOARDS,
        status.SOLVED: "every board is done, and none is unsolvable",
    },
    needs=(("sweep", ""),),
    examples=(
        ("clew sweep rate boards.csv -o rated", "compute every measure of every board, using all cores"),
        (
            "clew sweep solve --count --max-seconds 60 set.txt -o solved",
            "solve a set, with at most a minute per board",
        ),
        ("clew sweep map big.csv -o maps --scheduler tcp://host:8786", "use a Dask cluster"),
        (
            "clew sweep census boards/pebbles -o counts --workers 2",
            "work through a folder, two boards at a time",
        ),
    ),
)
COMMAND.add_argument("operation", metavar="COMMAND", choices=OWN, help="the command to run")
add_boards(COMMAND)
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    required=True,
    metavar="OUT",
    help="write into this folder, or continue there",
)
add_workers(COMMAND)

COMMAND.add_argument(
    "--chunk",
    metavar="N",
    type=positive,
    default=8,
    help="give a worker N boards at a time, which make one part (default 8); use more for quick boards",
)
COMMAND.add_argument("--count", action="store_true", help="solve: also count all optimal solutions, exactly")
COMMAND.add_argument("--algorithm", metavar="NAME", choices=ALGORITHMS, help="solve: how to search")
COMMAND.add_argument(
    "--measures", metavar="NAMES", help='rate: these measures, such as "min_moves,bits", or "all"'
)
COMMAND.add_argument("--seed", metavar="N", type=whole, help="rate: random seed for betweenness")
COMMAND.add_argument("--max-depth", metavar="N", type=whole, help="map: go no farther than N moves")
COMMAND.add_argument(
    "--no-expand-goals", action="store_true", help="map: stop at solved states instead of playing on"
)
COMMAND.add_argument("--method", metavar="NAME", choices=METHODS, help="census: how to store the positions")
add_limits(COMMAND, threads=False)
add_family(COMMAND, formats=False)
COMMAND.add_argument("--json", action="store_true", help="print the summary as one JSON object")


class _Line(LiveLine):
    def __call__(self, progress: SweepProgress) -> None:
        if progress.seconds < PATIENCE:
            return
        of = "" if progress.expected is None else f" of {number(progress.expected)}"
        speed = progress.boards_per_second
        parts = [
            f"{number(progress.done)}{of} boards",
            *([f"{number(progress.errors)} failed"] if progress.errors else []),
            f"{speed:.0f}/s" if speed >= 10 else f"{speed:.2g}/s",
            clock(progress.seconds),
            *([] if progress.eta is None else [f"{clock(progress.eta)} left"]),
        ]
        self.show(", ".join(parts))


def run(args: Namespace, terminal: Terminal) -> int:
    """Run an operation on many boards. Returns the exit status."""
    name, boards = args.operation, args.boards
    if args.scheduler is not None and args.workers:
        raise UsageError("--workers and --scheduler exclude each other: a cluster has its own workers")
    _check(name, args)
    line = _Line(terminal)

    def told(_: int, words: str) -> None:
        line.clear()
        terminal.complain(words)

    common: dict[str, Any] = {
        "workers": args.workers,
        "limits": limits_of(args),
        "family": args.family,
        "chunk": args.chunk,
        "on_progress": line if line.seen else None,
        "on_error": told,
    }
    try:
        with line:
            sweep = _swept(name, boards, args, common)
    except KeyboardInterrupt:
        terminal.complain(
            f"stopped; finished boards are kept in {args.output}. Run the same command again to continue"
        )
        raise
    _show(sweep, args, terminal)
    return _status(sweep)


def _check(name: str, args: Namespace) -> None:
    for command, options in OWN.items():
        for option in options:
            given = getattr(args, option)
            if given not in (None, False) and option not in OWN[name]:
                written = "--" + option.replace("_", "-")
                raise UsageError(f"{written} is an option of clew sweep {command}, not of clew sweep {name}")


def _swept(name: str, boards: list[str], args: Namespace, common: dict[str, Any]) -> Sweep:
    own: dict[str, Any] = {}
    if name == "solve":
        own = {"count": bool(args.count), "algorithm": args.algorithm or "auto"}
    elif name == "rate":
        own = {"measures": _measures(args.measures), "seed": args.seed or 0}
    elif name == "map":
        own = {"max_depth": args.max_depth, "expand_goals": not args.no_expand_goals}
    else:
        own = {"method": args.method or "auto"}
    sweep = getattr(commands, name)
    if args.scheduler is None:
        found: Sweep = sweep(boards, args.output, **own, **common)
        return found

    with connected(args.scheduler, "a sweep on a cluster") as client:
        found = sweep(boards, args.output, client=client, **own, **common)
    return found


def _measures(text: str | None) -> list[str] | None:
    if text is None:
        return None
    if text.strip() == "all":
        from clew.measures.difficulty import MEASURES

        return list(MEASURES)
    return text.replace(",", " ").split()


def _show(sweep: Sweep, args: Namespace, terminal: Terminal) -> None:
    whole = os.path.join(sweep.path, "boards.parquet")
    if args.json:
        terminal.line(json.dumps(sweep.to_dict(), separators=(",", ":")))
        return
    if terminal.quiet:
        terminal.line(whole)
        return
    counts = sweep.statuses
    told = [f"{number(counts[name])} {words}" for name, words in WORDS.items() if counts.get(name)]
    told += [f"{number(counts[name])} {name}" for name in sorted(counts) if name not in (*WORDS, "error")]
    if counts.get("error"):
        told.append(terminal.bad(f"{number(counts['error'])} failed"))
    before = f", {number(sweep.before)} of them before" if sweep.before else ""
    terminal.line(f"  {number(sweep.boards)} boards{before}: {', '.join(told) or 'none'}")
    terminal.line(f"  {whole}: {os.path.getsize(whole):,} bytes, {duration(sweep.seconds)}")


def _status(sweep: Sweep) -> int:
    codes = {"solved": status.SOLVED, "complete": status.SOLVED, "unsolvable": status.UNSOLVABLE}
    codes |= {"limit": status.LIMIT, "error": status.WRONG}
    result = status.SOLVED
    for name in sweep.statuses:
        result = status.worst(result, codes.get(name, status.SOLVED))
    return result
