"""Custom puzzles: rules in Python and compiled, compared with the built-in family on the same board."""

from __future__ import annotations

import subprocess
import sys
from collections import deque
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any
from unittest.mock import patch

import clew
from bench.sets import ROOT
from bench.table import Table, time_of
from clew.custom.audit import Audit

_BOARD = "pebbles[grid 3x3]:8672543-1/12345678-"
"""The hardest 8-puzzle as a board of the built-in family."""

_COLD = """
import sys, time
sys.path.insert(0, sys.argv[1])
began = time.perf_counter()
import clew, eight
clew.solve(eight.CompiledEight("123456708"))
print(time.perf_counter() - began)
"""


def custom(quick: bool) -> list[Table]:
    """States per second on one thread, breadth-first through all 181,440 states; and a cold start."""
    eight = _example("eight")

    runs = 1 if quick else 3
    ways: list[tuple[str, Any]] = [
        ("moves and apply in Python", eight.Eight()),
        ("successors in Python", eight.QuickEight()),
        ("compiled", eight.CompiledEight()),
        ("built-in family, plain search", clew.load(_BOARD)),
    ]
    clew.solve(eight.CompiledEight("123456708"))  # compiled from here on
    rates = {name: max(_rate(puzzle) for _ in range(runs)) for name, puzzle in ways}
    rates["a loop in Python over successors"] = max(_loop(eight.QuickEight()) for _ in range(runs))
    native = rates["built-in family, plain search"]
    rows = [[name, f"{rate / 1e6:.2f} M/s", f"{100 * rate / native:.0f} %"] for name, rate in rates.items()]
    heads = ("rules of the 8-puzzle", "states/s", "of the built-in family")
    note = f"First answer of a fresh process with compiled rules, from its imports on: {time_of(_cold())}."
    return [Table("Users' own puzzles", heads, rows, note), _audits(runs)]


def _audits(runs: int) -> Table:
    """What the audit of an answer takes beside the search, for rules of several kinds."""
    eight, hanoi, sokoban = (_example(name) for name in ("eight", "hanoi", "sokoban"))
    puzzles: list[tuple[str, Callable[[], Any], str]] = [
        ("8-puzzle in Python, A*", eight.Eight, "auto"),
        ("8-puzzle in Python, breadth first", eight.Eight, "bfs"),
        ("Hanoi, 3 pegs, 7 discs, in Python", lambda: hanoi.Hanoi(3, 7), "auto"),
        ("Sokoban in Python", sokoban.Sokoban, "auto"),
        ("8-puzzle compiled, A*", eight.CompiledEight, "auto"),
        ("8-puzzle compiled, breadth first", eight.CompiledEight, "bfs"),
    ]
    rows = []
    for name, puzzle, algorithm in puzzles:
        clew.solve(puzzle(), algorithm=algorithm)  # compiled from here on
        shares = sorted(_audited(puzzle(), algorithm) for _ in range(2 * runs - 1))
        audit, search = shares[runs - 1]
        rows.append([name, time_of(search), time_of(audit), f"{100 * audit / search:.1f} %"])
    note = "Medians; *audit*: what is checked before an answer is given, by the user's own rules."
    return Table("The audit of answers", ("rules", "search", "audit", "audit / search"), rows, note)


def _audited(puzzle: Any, algorithm: str) -> tuple[float, float]:
    """Seconds of the audit of a solution, and of all else."""
    plain, spent = Audit.of, []

    def timed(self: Audit, answer: Any) -> list[str]:
        answer.positions  # noqa: B018 - made and kept for whoever reads the solution
        began = perf_counter()
        try:
            return plain(self, answer)
        finally:
            spent.append(perf_counter() - began)

    began = perf_counter()
    with patch.object(Audit, "of", timed):
        clew.solve(puzzle, algorithm=algorithm, threads=1)
    return sum(spent), perf_counter() - began - sum(spent)


def _example(name: str) -> Any:
    """A module of the examples; the path that finds it is not left behind."""
    sys.path.insert(0, str(ROOT / "examples"))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(ROOT / "examples"))


def _rate(puzzle: Any) -> float:
    from clew.boards.load import adapted

    searched = adapted(puzzle)
    engine = searched._engine
    found = engine.solve(searched._numbers(searched.initial()), algorithm="bfs", shortcuts=False, threads=1)
    assert found["length"] == 31, found["length"]
    searched._rest()
    return float(found["states"] / found["seconds"])


def _loop(puzzle: Any) -> float:
    """Plain breadth-first search with a set and a queue."""
    began = perf_counter()
    seen = {puzzle.initial()}
    queue = deque(seen)
    while queue:
        for _, after in puzzle.successors(queue.popleft()):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return len(seen) / (perf_counter() - began)


def _cold() -> float:
    """Seconds from process start to the solution, imports included."""
    command = [sys.executable, "-c", _COLD, str(ROOT / "examples")]
    return min(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(3)
    )
