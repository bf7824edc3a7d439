"""Another commit's engine beside this one, in the same run: `python -m bench --against REV`.

The commit is checked out and built under `build/bench`, once. Each engine works in a process of its own; on
every board the two take turns, on the same processor, so that other load on the machine affects both alike.
(On a rented machine, a neighbour may slow down one processor and not the other.)
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from compileall import compile_dir
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, Self

from bench.measure import ENOUGH, MEMORY
from bench.sets import ROOT, Board, Set, korf, sets, shipped
from bench.table import Table, time_of, times_of

_BUILT = ROOT / "build" / "bench"
_ROUNDS = 5
_MAPPED = 2_000_000
"""States; a larger map is left out of the comparison."""


class Work(NamedTuple):
    """One row: what is done with each board of a set, and with which options."""

    name: str
    kind: str
    boards: Sequence[Board]
    options: dict[str, Any]


class Worker:
    """The engine of one tree, in a process of its own."""

    def __init__(self, tree: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "bench" / "worker.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tree / "python")},
        )
        if sys.platform == "linux":
            os.sched_setaffinity(self._process.pid, {min(os.sched_getaffinity(0))})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, kind: str, board: str, options: dict[str, Any]) -> dict[str, Any]:
        """What the engine found, and in how many seconds."""
        assert self._process.stdin and self._process.stdout
        request = {"work": kind, "board": board, "options": options}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the engine died on {kind}, board {board}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def tree_of(revision: str) -> Path:
    """The sources of a commit with its engine built. Builds it where that has not been done yet."""
    commit = _git("rev-parse", "--verify", f"{revision}^{{commit}}")[:12]
    tree = _BUILT / commit
    if not tree.is_dir():
        _BUILT.mkdir(parents=True, exist_ok=True)
        _git("worktree", "prune")
        _git("worktree", "add", "--detach", str(tree), commit)
    engine = tree / "python" / "clew" / "_engine.abi3.so"
    if not engine.is_file():
        print(f"bench: building the engine of {commit} in {tree}", flush=True)
        command = ["cargo", "build", "--release", "--locked", "--package", "clew-bindings"]
        subprocess.run(command, cwd=tree, check=True)
        shutil.copy(tree / "target" / "release" / "lib_engine.so", engine)
    # As `make engine` does here: commands would otherwise read their sources each time.
    compile_dir(tree / "python", quiet=1)
    return tree


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def against(revision: str) -> Callable[[bool], list[Table]]:
    """The group of tables that compares this tree with a commit."""
    tree = tree_of(revision)

    def group(quick: bool) -> list[Table]:
        with Worker(tree) as before, Worker(ROOT) as now:
            rows = [compare(work, before, now) for work in _works(quick)]
        rows += _commands(tree, 5 if quick else 25)
        heads = ("set, work", "boards", "before", "now", "now is faster by", "in single rounds")
        note = (
            f"*before*: commit {tree.name}, built beside this one. One thread, warm, both on one "
            f"processor. On each board they take turns, {_ROUNDS} rounds (one, if a board takes more "
            f"than {ENOUGH} s). Times are sums of medians, over the boards that both finished. *length*: "
            "any shortest solution will do, as in `clew.distance`; *solve* shows the first of them in "
            "the order of moves, which engines from before commit 0500976 do not look for. The last "
            "column has the least and the greatest ratio of a whole round: a difference inside that "
            "range is noise."
        )
        return [Table(f"Beside {tree.name}", heads, rows, note)]

    return group


def _works(quick: bool) -> Iterator[Work]:
    options = {"threads": 1, "memory": MEMORY, "seconds": 5 if quick else 20}
    of_name: dict[str, Set] = {group.name: group for group in sets(quick)}
    for group in of_name.values():
        yield Work(f"{group.name}, solve", "solve", group.boards, options)
        yield Work(f"{group.name}, length", "length", group.boards, options)
    for name in ("Panguru, random", "Panguru, 24 and 25 moves", "boards/pebbles", "boards/blocks"):
        if name in of_name:
            yield Work(f"{name}, count", "count", of_name[name].boards[:30], options)
    for name in ("boards/blocks", "boards/pebbles", "Rush Hour 6x6", "coroutine"):
        if name in of_name:
            mapped = {"threads": 1, "states": _MAPPED}
            yield Work(f"{name}, map", "map", of_name[name].boards[:60], mapped)
    yield Work("Mondrian, 22 moves, solve", "solve", [shipped("ricochet/mondrian-22")], options)
    if boards := korf()[: 3 if quick else 10]:
        yield Work("Korf's 15-puzzles, solve", "solve", boards, options)
    yield Work("gar-1, census", "census", [shipped("blocks/gar-1")], {"threads": 1})


def compare(work: Work, before: Worker, now: Worker) -> list[str]:
    """Each board in turn. Raises `AssertionError` where the two engines find different results."""
    rounds: list[list[tuple[float, float]]] = []
    for board in work.boards:
        pairs = []
        for _ in range(_ROUNDS):
            old, new = (worker.ask(work.kind, str(board.puzzle), work.options) for worker in (before, now))
            if old["result"] is None or new["result"] is None:
                break
            assert old["result"] == new["result"], f"{work.name}, {board.name}: {old} and now {new}"
            pairs.append((old["seconds"], new["seconds"]))
            if max(pairs[-1]) > ENOUGH:
                pairs *= _ROUNDS
                break
        if len(pairs) == _ROUNDS:
            rounds.append(pairs)
    if not rounds:
        return [work.name, f"0 of {len(work.boards)}", "-", "-", "-", "-"]
    spent = [sum(median(pair[side] for pair in pairs) for pairs in rounds) for side in (0, 1)]
    single = [
        sum(pairs[at][0] for pairs in rounds) / sum(pairs[at][1] for pairs in rounds) for at in range(_ROUNDS)
    ]
    return _cells(work.name, f"{len(rounds)} of {len(work.boards)}", spent, single)


def _commands(tree: Path, runs: int) -> list[list[str]]:
    """Whole processes of the command on a small board, in turn."""
    board = str(shipped("blocks/gar-1").puzzle)
    entry = "from clew.cli.main import main; raise SystemExit(main())"
    rows = []
    for name, words in (
        ("clew --version", ["--version"]),
        ("clew solve BOARD", ["solve", board]),
        ("clew draw BOARD", ["draw", board, "-o", str(_BUILT / "board.svg")]),
    ):
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(runs):
            for spent, place in zip(times, (tree, ROOT), strict=True):
                environment = {**os.environ, "PYTHONPATH": str(place / "python")}
                began = perf_counter()
                subprocess.run(
                    [sys.executable, "-c", entry, *words],
                    env=environment,
                    stdout=subprocess.DEVNULL,
                    check=True,
                )
                spent.append(perf_counter() - began)
        middle = [median(spent) for spent in times]
        quarters = [sorted(old / new for old, new in zip(*times, strict=True))[at] for at in (0, -1)]
        rows.append(_cells(name, "-", middle, quarters))
    return rows


def _cells(name: str, boards: str, spent: Sequence[float], single: Sequence[float]) -> list[str]:
    span = f"{min(single):.2f} to {max(single):.2f}"
    return [name, boards, time_of(spent[0]), time_of(spent[1]), times_of(spent[0] / spent[1]), span]
