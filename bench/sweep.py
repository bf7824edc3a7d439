"""Many boards on several processes, and one space in partitions compared with the same in one piece."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np

import clew
import clew_lab
from bench.sets import sets
from bench.table import Table, time_of, times_of

_HUGE = "pebbles[grid 3x4]:ABCDEEFFGGH-/-HGGFFEEDCBA"
"""59,875,200 states."""
_LARGE = "pebbles[grid 3x4]:AAABBBCCDEF-/-FEDCCBBBAAA"
"""6,652,800 states."""
_SMALLER = "pebbles[grid 3x4]:AAABBBBCCCC-/-CCCCBBBBAAA"
_MEMORY = 1_000_000_000
"""Bytes for each worker of a map."""


def sweeps(quick: bool) -> list[Table]:
    """The times of one process and of two, for many boards and for large maps."""
    maps = [_compared(_SMALLER)] if quick else [_compared(_LARGE), _mapped(_HUGE)]
    return [*_rated(quick), *maps]


def _rated(quick: bool) -> list[Table]:
    groups = [group for group in sets(False) if group.name == "Rush Hour 6x6"]
    if not groups:
        return []
    puzzles = [board.puzzle for board in groups[0].boards]
    puzzles = puzzles[::4] if quick else puzzles
    clew_lab.sweep.rate(puzzles[:2], workers=1)  # what is read from disk is read now
    times = {}
    for workers in (1, 2):
        began = perf_counter()
        clew_lab.sweep.rate(puzzles, workers=workers)
        times[workers] = perf_counter() - began
    rows = [
        [f"{workers} processes", str(len(puzzles)), time_of(took), times_of(times[1] / took)]
        for workers, took in times.items()
    ]
    return [Table("clew sweep rate, Rush Hour 6x6", ("workers", "boards", "time", "faster than one"), rows)]


def _compared(board: str) -> Table:
    """Maps in partitions, beside the same map in one piece."""
    puzzle = clew.load(board)
    began = perf_counter()
    whole = clew.explore(puzzle, threads=1)
    alone = perf_counter() - began
    first = ["explore, one thread", f"{whole.n:,}", time_of(alone), _rate(whole.n, alone), "-", "-"]
    return _mapped(board, [first], lambda found: "yes" if _equal(found.load(), whole) else "NO")


def _mapped(board: str, rows: Sequence[list[str]] = (), equal: Callable[[Any], str] = lambda _: "-") -> Table:
    """Maps in partitions by one worker and by two."""
    puzzle, rows = clew.load(board), list(rows)
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as out:
            began = perf_counter()
            found = clew_lab.sweep.explore(puzzle, out, workers=workers, limits=clew.Limits(memory=_MEMORY))
            took = perf_counter() - began
            sizes = [_bytes(os.path.join(out, wave)) / found.states for wave in ("depth", "distance")]
            same = equal(found) if workers == 2 else "-"
        rows.append(
            [
                f"in partitions, {workers} worker{'s' * (workers > 1)}",
                f"{found.states:,}",
                time_of(took),
                _rate(found.states, took),
                f"{sizes[0]:.2f} + {sizes[1]:.2f}",
                same,
            ]
        )
    heads = ("map", "states", "time", "states/s", "bytes a state on disk", "equal, state for state")
    return Table("One space in partitions", heads, rows, f"`{board}`: depths, then distances.")


def _rate(states: int, seconds: float) -> str:
    return f"{states / seconds / 1e6:.2f} M/s"


def _bytes(folder: str) -> int:
    return sum(os.path.getsize(f"{at}/{name}") for at, _, names in os.walk(folder) for name in names)


def _equal(space: clew.StateSpace, other: clew.StateSpace) -> bool:
    """Whether both have the same states, with the same distances from start and goal and the same moves."""
    mine, its = _order(space), _order(other)
    here, there = np.argsort(mine), np.argsort(its)
    same = [
        (space.words()[mine] == other.words()[its]).all(),
        *((getattr(space, name)[mine] == getattr(other, name)[its]).all() for name in ("depth", "distance")),
        *((here[space.row(int(mine[k]))] == there[other.row(int(its[k]))]).all() for k in _some(space.n)),
        space.edges == other.edges,
    ]
    return all(same)


def _order(space: clew.StateSpace) -> Any:
    return np.lexsort(space.words().T)


def _some(count: int) -> range:
    """The states whose moves are compared one by one: a hundred thousand."""
    return range(0, count, max(1, count // 100_000))
