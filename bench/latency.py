"""The time of one board, warm, on one thread: the default, the plain searches, the articles' methods."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from bench.measure import ENOUGH, MEMORY, Measured, article, beside_all, engine, percentile, ratio
from bench.sets import Board, panguru, sets
from bench.table import Table, time_of, times_of
from clew.baselines import about

_HEADS = ("set, method", "boards", "finished", "median", "p99", "longest", "total", "default is faster by")


class Patience(NamedTuple):
    """Seconds: for a board, and for a method on a set."""

    board: float
    set: float


def patience(quick: bool) -> Patience:
    return Patience(2, 6) if quick else Patience(60, 120)


def latencies(quick: bool) -> list[Table]:
    """A row for each set and method."""
    limit = patience(quick)
    rows: list[list[str]] = []
    for group in sets(quick):
        if not group.boards:
            continue
        methods = [engine(limit.board), engine(limit.board, shortcuts=False)]
        ours, plain = beside_all(methods, group.boards, 2 * limit.set)
        words = f"article ({about(group.boards[0].puzzle.family)})"
        (theirs,) = beside_all([article(min(10, limit.board))], group.boards, limit.set)
        rows.append([f"**{group.name}**", *[""] * (len(_HEADS) - 1)])
        rows.append(_row("default", ours, ours))
        rows.append(_row("plain", plain, ours))
        rows.append(_row(words, theirs, ours))
    note = (
        "One thread, warm, times inside the engine: of each board the median of 5 runs (one, if it takes "
        "more than 0.2 s), default and plain in turn. *plain*: the generic search that the family prefers, "
        "without its own fast ways. "
        f"A board may take {limit.board} s (the article's method {min(10, limit.board)} s) and "
        f"{MEMORY / 1e9:.0f} GB, a method {limit.set} s for a set: it then stops there. The last column "
        "compares totals over the boards that both finished. The article on ricochet gives no proof: it is "
        "finished when it has tried all."
    )
    return [Table("Latency", _HEADS, rows, note)]


def _row(name: str, measured: Sequence[Measured], ours: Sequence[Measured]) -> list[str]:
    times = [one.seconds for one in measured if one.finished]
    finished = f"{len(times)} of {len(measured)}"
    if not times:
        return [name, str(len(measured)), finished, "-", "-", "-", "-", "-"]
    spans = (percentile(times, 0.5), percentile(times, 0.99), max(times), sum(times))
    beside = "-" if measured is ours else times_of(ratio(measured, ours))
    return [name, str(len(measured)), finished, *map(time_of, spans), beside]


def counts(quick: bool) -> list[Table]:
    """The total time to solve and to count all optimal solutions."""
    limit = patience(quick)
    boards = panguru("pebbles_panguru.csv")[:: 10 if quick else 1]
    groups = [("Panguru, random", boards)] if boards else []
    groups += [
        (f"boards: {group.name}", group.boards) for group in sets(quick) if group.name.startswith("boards/")
    ]
    rows: list[list[str]] = []
    for name, group in groups:
        for method, shortcuts in (("default", True), ("plain", False)):
            times = [_warm_count(board, shortcuts, limit.board) for board in group]
            known = [seconds for seconds in times if seconds is not None]
            spans = (percentile(known, 0.5), percentile(known, 0.99), max(known)) if known else ()
            cells = [time_of(span) for span in spans] or ["-", "-", "-"]
            rows.append([f"{name}, {method}", f"{len(known)} of {len(times)}", *cells])
    heads = ("set, method", "counted", "median", "p99", "longest")
    note = "Solving and counting together, warm, one thread."
    return [Table("Counting all optimal solutions", heads, rows, note)]


def _warm_count(board: Board, shortcuts: bool, seconds: float) -> float | None:
    """A second run, if the first was short."""
    first = _count(board, shortcuts, seconds)
    return first if first is None or first > ENOUGH else _count(board, shortcuts, seconds)


def _count(board: Board, shortcuts: bool, seconds: float) -> float | None:
    puzzle = board.puzzle
    position = puzzle._numbers(puzzle.initial())
    began = perf_counter()
    found = puzzle._engine.solutions(position, shortcuts=shortcuts, threads=1, memory=MEMORY, seconds=seconds)
    count = found.count()
    return None if count is None else perf_counter() - began
