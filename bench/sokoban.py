"""Sokoban: which levels of Microban are proved, by each metric, and what that takes.

`python -m bench.sokoban` prints the table of docs/fast.md; each level has `--seconds` (60). A length that the
acceptance data knows is compared, and one that differs ends the run.
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sokoban", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each level (default 60)")
    args = parser.parse_args()
    if not (PUBLISHED / "sokoban").is_dir():
        print("the levels are not there: CLEW_ACCEPTANCE names their folder", file=sys.stderr)
        return 2
    print(microban(args.seconds).markdown())
    return 0


if __name__ == "__main__":
    sys.exit(main())
