"""Complete state spaces: by boxes if there are any, by plain search, and sets on several threads.

`cargo bench --bench maps` prints the engine's own numbers next to those of a loop written only for
comparison.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import clew
from bench.sets import Board, sets, shipped
from bench.table import Table, time_of, times_of

_LARGE = "blocks:BBoCoo/oDoCEE/oDAAFG/HoIIFG/HoJKKo/LLJooo"
_THREADS = (1, 2, 4)
_MOST = 2_000_000
"""States; boards that have more are left out."""


def maps(quick: bool) -> list[Table]:
    """States, moves and distances of whole puzzles on one thread, and the plain search in the same run."""
    groups = [("large block board", [Board("large", clew.load(_LARGE), None)])]
    groups += [("GAR level 1", [shipped("blocks/gar-1")])]
    groups += [(group.name, group.boards) for group in sets(quick) if group.name.startswith("Rush Hour 6x6")]
    groups += [(group.name, group.boards) for group in sets(quick) if group.name == "coroutine"]
    rows = []
    for name, boards in groups:
        seconds, states, size = _explored(boards, shortcuts=True)
        plain, _, _ = _explored(boards, shortcuts=False)
        rate = f"{states / seconds / 1e6:.2f} M/s"
        each = f"{size / states:.1f}"
        rows.append(
            [name, str(len(boards)), f"{states:,}", time_of(seconds), rate, each, times_of(plain / seconds)]
        )
    heads = ("boards", "number", "states", "time", "states/s", "bytes a state", "faster than plain")
    return [Table("Maps", heads, rows), _threads(groups)]


def _explored(boards: list[Board], **options: Any) -> tuple[float, int, int]:
    """Seconds (the better of two runs per board), states, and bytes of all maps together."""
    seconds, states, size = 0.0, 0, 0
    for board in boards:
        puzzle = board.puzzle
        start = puzzle._numbers(puzzle.initial())
        made = [puzzle._engine.explore(start, threads=1, states=_MOST, **options) for _ in range(2)]
        if made[0]["limit"] is None:
            seconds += min(one["seconds"] for one in made)
            states += len(made[0]["distance"])
            size += clew.StateSpace._of_engine(puzzle, made[0], expand_goals=True, max_depth=None).nbytes
    return seconds, states, size


def _threads(groups: list[tuple[str, list[Board]]]) -> Table:
    """The largest of the sets, each board on one thread."""
    name, boards = max(groups, key=lambda group: len(group[1]))
    times = []
    for threads in _THREADS:
        began = perf_counter()
        states = sum(
            space.n
            for space in clew.explore_many(
                [board.puzzle for board in boards], threads=threads, limits=clew.Limits(states=_MOST)
            )
        )
        times.append((threads, states, perf_counter() - began))
    alone = times[0][2]
    rows = [
        [f"{name}, {threads} threads", f"{states:,}", time_of(took), times_of(alone / took)]
        for threads, states, took in times
    ]
    return Table("Maps of a set, several at a time", ("boards", "states", "time", "faster than one"), rows)
