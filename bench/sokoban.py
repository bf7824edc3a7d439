"""Sokoban: which levels are proved, by each metric, and what that takes.

`python -m bench.sokoban` prints the table of docs/fast.md for the even levels of Microban; each level has
`--seconds` (60). A length that the acceptance data knows is compared, and one that differs ends the run.
`--levels FILE` takes the levels of a file, by pushes; `--first` asks for a first solution of each instead,
and replays it.
"""

from __future__ import annotations

import argparse
import resource
import sys
from statistics import median

import clew
from bench.sets import PUBLISHED
from bench.table import Table, time_of
from clew.boards.load import read_boards
from clew.families.sokoban.keys import METRICS
from clew.families.sokoban.puzzle import Sokoban
from tests.acceptance.data import rows

HEADS = ("metric", "proved", "positions", "all together", "median", "slowest", "not proved")


def microban(seconds: float) -> Table:
    """A row for each metric. Raises `ValueError` for a length that is not the known one."""
    known = {row["level"]: row for row in rows("sokoban/microban_even.csv")}
    lines = []
    for metric in METRICS:
        times, states, open_levels = [], 0, []
        for entry in read_boards(str(PUBLISHED / "sokoban" / "microban_even.xsb")):
            assert entry.puzzle is not None, entry.error
            level = entry.puzzle.title or ""
            puzzle = Sokoban(entry.puzzle.to_dict()["board"], metric=metric)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            found = clew.solve(puzzle, seconds=seconds, memory="4GB", threads=1)
            times.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
            states += found.states
            if not found.optimal:
                open_levels.append(level)
                times.pop()
            elif known[level][metric.partition("-")[0]] not in ("", str(found.length)):
                raise ValueError(f"level {level} by {metric}: {found.length}, known: {known[level]}")
        proved = f"{len(times)} of {len(known)}"
        lines.append(
            [
                metric,
                proved,
                f"{states:,}",
                time_of(sum(times)),
                time_of(median(times)),
                time_of(max(times)),
                ", ".join(open_levels),
            ]
        )
    note = (
        f"The even levels of Microban, {seconds:g} seconds each, processor time on one thread; positions of "
        "all levels, times of those that were proved."
    )
    return Table("Sokoban", HEADS, lines, note)


def levels(path: str, seconds: float, *, first: bool) -> Table:
    """A row for each level of a file, by pushes. Raises `ValueError` for a line that solves nothing."""
    lines, done = [], 0
    for number, entry in enumerate(read_boards(path), start=1):
        assert entry.puzzle is not None, entry.error
        puzzle = Sokoban(entry.puzzle.to_dict()["board"], metric="pushes")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        if first:
            limits = clew.Limits(seconds=seconds, memory="4GB")
            found = clew.improve(puzzle, limits=limits, threads=1).first()
        else:
            found = clew.solve(puzzle, seconds=seconds, memory="4GB", threads=1)
        took = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
        if found.length is not None and not clew.verify(puzzle, list(found)).solved:
            raise ValueError(f"level {number}: the line does not solve it")
        done += found.length is not None
        length = "-" if found.length is None else str(found.length)
        boxes = sum(entry.puzzle.to_dict()["board"].count(sign) for sign in "$*")
        bound = str(found.lower_bound)
        lines.append(
            [puzzle.title or str(number), str(boxes), length, bound, f"{found.states:,}", time_of(took)]
        )
    what = "first solutions" if first else "proofs"
    note = f"{done} of {len(lines)} levels, {what} by pushes, {seconds:g} seconds each on one thread."
    return Table("Sokoban", ("level", "boxes", "pushes", "bound", "positions", "time"), lines, note)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sokoban", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each level (default 60)")
    parser.add_argument("--levels", metavar="FILE", help="levels of your own, by pushes, not Microban")
    parser.add_argument("--first", action="store_true", help="with --levels: first solutions, not proofs")
    args = parser.parse_args()
    if args.levels:
        print(levels(args.levels, args.seconds, first=args.first).markdown())
        return 0
    if not (PUBLISHED / "sokoban").is_dir():
        print("the levels are not there: CLEW_ACCEPTANCE names their folder", file=sys.stderr)
        return 2
    print(microban(args.seconds).markdown())
    return 0


if __name__ == "__main__":
    sys.exit(main())
