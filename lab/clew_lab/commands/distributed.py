"""`clew map --distributed`: one huge state space on many cores or machines."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import print_json, show_board, with_input
from clew.cli.command import Command, UsageError
from clew.cli.options import limits_of
from clew.cli.terminal import PATIENCE, LiveLine, clock, number, rate
from clew_lab.sweep.cluster import connected
from clew_lab.sweep.huge import explore
from clew_lab.sweep.hugemap import HugeMap

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew_lab.sweep.huge import MapProgress
    from clew_lab.sweep.hugemap import HugeMap

    Show = Callable[[Terminal, dict[str, Any]], None]


def verify(args: Namespace, command: Command, terminal: Terminal) -> int:
    """Compare the files of distributed maps with their checksums. Returns the exit status."""
    for option in command.options:
        given = getattr(args, option.dest, option.default)
        if option.dest not in ("verify", "json", "quiet") and given != option.default:
            raise UsageError(f"--verify only reads a map that is there: leave {option.option_strings[0]} out")

    result = status.SOLVED
    for folder in args.boards:
        found = HugeMap.open(folder)
        damaged = found.verify()
        for words in damaged:
            terminal.complain(words)
            result = status.WRONG
        if args.json:
            told = {"path": found.path, "files": len(found.listed), "damaged": damaged}
            print_json(terminal, {**told, "states": found.states, "finished": found.finished})
        elif not terminal.quiet and not damaged:
            so_far = "" if found.finished else " so far"
            files = number(len(found.listed))
            terminal.line(f"  {found.path}: {number(found.states)} states{so_far}, {files} files, all whole")
    return result


class _Line(LiveLine):
    def __call__(self, progress: MapProgress) -> None:
        if progress.seconds < PATIENCE:
            return
        parts = [
            f"{progress.wave} {progress.level}: {number(progress.size)} states",
            f"{number(progress.states)} in all",
            *([f"next {progress.share:.0%}"] if progress.share else []),
            f"{rate(progress.states_per_second)}/s",
            clock(progress.seconds),
            *([] if progress.eta is None else [f"{clock(progress.eta)} left"]),
        ]
        self.show(", ".join(parts))


def map_board(puzzle: EnginePuzzle, entry: Entry, args: Namespace, terminal: Terminal, show: Show) -> int:
    """Map one board; `show` prints the figures of a map for people. Returns the exit status."""
    line = _Line(terminal)
    try:
        with line:
            found = _explored(puzzle, args, line)
    except KeyboardInterrupt:
        terminal.complain(
            f"stopped; finished layers are kept in {args.output}. Run the same command again to continue"
        )
        raise
    if args.json:
        print_json(terminal, with_input(found.to_dict(), entry))
    elif terminal.quiet:
        terminal.line(str(found.states) if found.finished else f"limit: {found.limit}")
    else:
        show_board(terminal, puzzle, puzzle.initial(), entry)
        if not found.finished:
            terminal.line(f"  {terminal.bad('stopped by the limit on ' + str(found.limit))}: so far")
        show(terminal, found.to_dict())
        terminal.line(f"  {found.path}: {_size(found.path):,} bytes\n")
    return {"solved": status.SOLVED, "unsolvable": status.UNSOLVABLE}.get(found.status, status.LIMIT)


def _explored(puzzle: EnginePuzzle, args: Namespace, line: _Line) -> HugeMap:
    options: dict[str, Any] = {
        "workers": args.workers,
        "expand_goals": not args.no_expand_goals,
        "max_depth": args.max_depth,
        "edges": bool(args.edges),
        "limits": limits_of(args),
        "on_progress": line if line.seen else None,
    }
    if args.scheduler is None:
        return explore(puzzle, args.output, **options)

    with connected(args.scheduler, "a distributed map") as client:
        return explore(puzzle, args.output, client=client, **options)


def _size(path: str) -> int:
    return sum(
        os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names
    )
