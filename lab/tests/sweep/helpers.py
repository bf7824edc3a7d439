"""Boards, and what is looked at after a sweep."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np

import clew
import clew_lab
from clew.puzzles.base import EnginePuzzle
from tests.promptness import HANGS

ROOT = Path(__file__).parents[3]
GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
COINS = "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S"


def counters(count: int, poisoned: int | None = None) -> list[EnginePuzzle]:
    """Small boards with titles of their own."""
    from tests.sweep.operations import POISONED

    titles = [POISONED if k == poisoned else f"board {k}" for k in range(count)]
    return [clew.Null(start=1 + k % 5, title=title) for k, title in enumerate(titles)]


def numbers(sweep: clew_lab.sweep.Sweep) -> list[int]:
    return [row["row"] for row in sweep.rows()]


def below(process: int) -> list[int]:
    """The processes that this one started, and those that they did."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        here = waiting.pop()
        for task in Path(f"/proc/{here}/task").glob("*/children"):
            try:
                children = [int(word) for word in task.read_text().split()]
            except OSError:
                continue
            found += children
            waiting += children
    return found


def gone(processes: list[int], seconds: float = HANGS) -> bool:
    """Do all of them end within this time?"""
    end = monotonic() + seconds
    while any(_runs(process) for process in processes):
        if monotonic() > end:
            return False
        sleep(0.05)
    return True


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(there: Any, seconds: float = HANGS) -> None:
    """Waits until `there()` is true."""
    end = monotonic() + seconds
    while not there():
        assert monotonic() < end, "what the test waits for did not happen"
        sleep(0.02)


def environment() -> dict[str, str]:
    """That of a program that finds the operations of these tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "lab")))}


def equal(space: clew.StateSpace, other: clew.StateSpace) -> None:
    """The same states, how far each is, and the same moves in the same order."""
    mine, its = _order(space), _order(other)
    assert (space.words()[mine] == other.words()[its]).all()
    for name in ("depth", "distance", "is_goal"):
        assert (getattr(space, name)[mine] == getattr(other, name)[its]).all(), name
    assert (space.edges, space.status, space.limit) == (other.edges, other.status, other.limit)
    here, there = np.argsort(mine), np.argsort(its)
    assert here[space.start] == there[other.start]
    for name in ("indices", "costs"):
        one, two = getattr(space, name), getattr(other, name)
        assert (one is None) == (two is None), name
        if one is not None:
            one, two = (here[one], there[two]) if name == "indices" else (one, two)
            assert (_rows(space, mine, one) == _rows(other, its, two)).all(), name


def _order(space: clew.StateSpace) -> Any:
    """The states by their words."""
    return np.lexsort(space.words().T)


def _rows(space: clew.StateSpace, order: Any, values: Any) -> Any:
    """A value for each move, state by state in this order."""
    assert space.indptr is not None
    begins, counts = space.indptr[:-1].astype(np.int64)[order], np.diff(space.indptr.astype(np.int64))[order]
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return values[np.repeat(begins, counts) + within]
