"""Times of searches, measured inside the engine: a warm-up, then the median of several runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.sets import Board
from clew import baselines
from clew.baselines.budget import Budget

if TYPE_CHECKING:
    from clew._engine import Engine, Found  # only in the stub

MEMORY = 4 * 10**9
_RUNS = 5
ENOUGH = 0.2
"""A board that takes longer (seconds) is measured once."""

Method = Callable[[Board], "Found"]


class Measured(NamedTuple):
    """A method on a board: seconds (the median of its runs), and what it found."""

    board: Board
    seconds: float
    found: Found

    @property
    def finished(self) -> bool:
        return self.found["status"] != "limit"


def engine(seconds: float, without: Sequence[str] = (), **options: Any) -> Method:
    """The engine's search with these options, without these ideas of the family's own algorithms, on one
    thread, with a time limit per board.
    """
    options = {"threads": 1, "memory": MEMORY, "seconds": seconds, **options}
    engine_of = leaving_out(without)

    def method(board: Board) -> Found:
        return engine_of(board).solve(board.puzzle._numbers(board.puzzle.initial()), **options)

    return method


def leaving_out(ideas: Sequence[str]) -> Callable[[Board], Engine]:
    """The engines of boards without these ideas; like others, they keep their tables between runs."""
    known: dict[str, Engine] = {}

    def engine_of(board: Board) -> Engine:
        if not ideas:
            return board.puzzle._engine
        if board.name not in known:
            known[board.name] = board.puzzle._engine.without(list(ideas))
        return known[board.name]

    return engine_of


def article(seconds: float) -> Method:
    """The method of the family's published article, with a time limit per board."""

    def method(board: Board) -> Found:
        end = perf_counter() + seconds
        budget = Budget(
            lambda _, size: "seconds" if perf_counter() > end else "memory" if size > MEMORY else None
        )
        puzzle = board.puzzle
        return baselines.search(puzzle, puzzle._numbers(puzzle.initial()), budget)

    return method


def measure(method: Method, board: Board, runs: int = _RUNS) -> Measured:
    """Measures one method on one board. Raises `AssertionError` if the answer is wrong."""
    (measured,) = beside([method], board, runs)
    return measured


def beside(methods: Sequence[Method], board: Board, runs: int = _RUNS) -> list[Measured]:
    """Measures several methods on one board in turn, so that other load on the machine affects all alike."""
    founds = [method(board) for method in methods]
    for found in founds:
        _check(board, found)
    times = [[found["seconds"]] if found["seconds"] > ENOUGH else [] for found in founds]
    long = [bool(spent) for spent in times]
    for _ in range(runs):
        for method, spent, once in zip(methods, times, long, strict=True):
            if not once:
                spent.append(method(board)["seconds"])
    return [Measured(board, median(spent), found) for spent, found in zip(times, founds, strict=True)]


def beside_all(
    methods: Sequence[Method], boards: Sequence[Board], most_seconds: float
) -> list[list[Measured]]:
    """For each method, boards in order until the time is up; at least one."""
    end = perf_counter() + most_seconds
    measured: list[list[Measured]] = [[] for _ in methods]
    for board in boards:
        for known, new in zip(measured, beside(methods, board), strict=True):
            known.append(new)
        if perf_counter() > end:
            break
    return measured


def _check(board: Board, found: Found) -> None:
    if board.length is None or found["status"] != "solved":
        return
    length = found["length"]
    right = length == board.length if found["optimal"] else (length or 0) >= board.length
    assert right, f"{board.name}: {found['algorithm']} found {length} moves, known are {board.length}"


def peak_memory() -> int:
    """The peak memory of this process, in bytes. `getrusage` would include that of its parent."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values is (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def ratio(others: Sequence[Measured], ours: Sequence[Measured]) -> float | None:
    """How many times longer the others took in total, on boards that both solved."""
    own = {id(one.board): one.seconds for one in ours if one.finished}
    both = [
        (other.seconds, own[id(other.board)]) for other in others if other.finished and id(other.board) in own
    ]
    return sum(o for o, _ in both) / sum(w for _, w in both) if both else None
