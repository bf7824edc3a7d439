"""PuzzleScript: how many levels of whole games are answered in seconds.

`python -m bench.levels` goes through the first level of each recorded game and all levels of the games of
this repository (`--all`: all levels of the recorded games too), one thread a level. A level is answered if
it is solved, proved to have no solution, or has at least some solution. What is not proved within the first
of `--seconds` is tried for the next.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import clew
from bench.measure import MEMORY
from bench.sets import ROOT, published_rows
from bench.table import Table
from clew.errors import ClewError
from clew.families.puzzlescript.reader import Level

PROVED, FOUND, OPEN = "proved", "some solution", "open"


def ours() -> Iterator[tuple[str, int]]:
    """The source and the number of each level of the games of this repository."""
    for path in sorted((ROOT / "examples" / "games").glob("*.txt")):
        source = path.read_text(encoding="utf-8")
        yield from ((source, number) for number in range(1, _count(source) + 1))


def recorded(whole: bool) -> Iterator[tuple[str, int]]:
    """The first level of each recorded game that is read and plays without chance, or all its levels."""
    seen: set[str] = set()
    for row in published_rows("puzzlescript/recordings.json"):
        if row["source"] in seen:
            continue
        seen.add(row["source"])
        yield from ((row["source"], number) for number in range(1, _count(row["source"]) + 1 if whole else 2))


def _count(source: str) -> int:
    try:
        levels = clew.PuzzleScript(source).game.levels
    except ClewError:
        return 0
    return sum(isinstance(level, Level) for level in levels)


def answered(level: tuple[str, int, float]) -> str | None:
    """What is found out about a level in so many seconds: by a proof, or else by the search for any solution.
    None for a level that is not searched: it cannot be read, or plays with chance.
    """
    source, number, seconds = level
    try:
        puzzle = clew.PuzzleScript(source, number)
        found = clew.solve(puzzle, seconds=seconds, memory=MEMORY, threads=1)
    except ClewError:
        return None
    if found.status != "limit":
        return PROVED
    search = clew.improve(puzzle, seconds=seconds, memory=MEMORY, threads=1)
    return FOUND if search.first().status == "solved" else OPEN


def levels(tries: list[float], whole: bool, processes: int) -> Table:
    """A row for each set of games."""
    rows = []
    for name, found in (
        ("games of this repository", list(ours())),
        ("recorded games", list(recorded(whole))),
    ):
        left, row, count, proved = found, [], 0, 0
        for seconds in tries:
            with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
                told = list(pool.map(answered, [(*level, seconds) for level in left]))
            count = count or sum(one is not None for one in told)
            proved += told.count(PROVED)
            answers = proved + told.count(FOUND)
            row.append(f"{answers} ({100 * answers / max(1, count):.0f} %), {proved} proved")
            left = [level for level, one in zip(left, told, strict=True) if one in (FOUND, OPEN)]
        rows.append([name, str(count), *row])
    heads = ("levels of", "number", *(f"answered in {seconds:g} s" for seconds in tries))
    note = "One thread a level. Answered: solved, proved to have no solution, or with some solution."
    return Table("PuzzleScript: levels answered", heads, rows, note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, nargs="+", default=[2.0, 20.0], help="limits, rising")
    parser.add_argument("--all", action="store_true", help="all levels of the recorded games")
    parser.add_argument("--processes", type=int, default=1, help="levels searched at a time")
    args = parser.parse_args()
    print(levels(args.seconds, args.all, args.processes).markdown())


if __name__ == "__main__":
    main()
