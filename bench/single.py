"""Measurements with rows of their own: hard boards, the time to a first solution, threads, a cold start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import clew
from bench.latency import patience
from bench.measure import MEMORY, beside, engine
from bench.sets import Board, korf, shipped
from bench.table import Table, time_of, times_of

_SOLUTIONS = 1_851_740
"""Optimal solutions of the 22-move board, counted by two independent programs."""

_CHILD = """
import json, sys, clew
from bench.measure import peak_memory
board, options, counted = json.loads(sys.argv[1])
puzzle = clew.load(board)
position = puzzle._numbers(puzzle.initial())
if counted:
    found = puzzle._engine.solutions(position, **options)
    count = found.count()
    answer = {"status": found.status, "length": found.length, "states": found.states, "count": count}
else:
    found = puzzle._engine.solve(position, **options)
    answer = {key: value for key, value in found.items() if key != "codes"}
answer["bytes"] = peak_memory()
print(json.dumps(answer))
"""

_EACH_CHILD = """
import json, sys, clew
boards, options = json.loads(sys.argv[1])
answers = []
for board in boards:
    puzzle = clew.load(board)
    found = puzzle._engine.solve(puzzle._numbers(puzzle.initial()), **options)
    answers.append([found["status"], found["length"], found["expanded"], found["seconds"]])
print(json.dumps(answers))
"""


def hard_ricochet(quick: bool) -> list[Table]:
    """The 22-move board of the Mondrian2 article: proof and count, each in a process of its own."""
    board = shipped("ricochet/mondrian-22")
    seconds = patience(quick).board * (2 if quick else 1)
    rows = []
    for words, counted, shortcuts in (
        ("proof, default", False, True),
        ("proof, plain", False, False),
        ("count, default", True, True),
    ):
        options = {"threads": 1, "memory": MEMORY, "seconds": seconds, "shortcuts": shortcuts}
        began = perf_counter()
        answer = _in_child(board, options, counted)
        took = answer.get("seconds", perf_counter() - began)
        assert answer["length"] in (None, board.length), f"{answer['length']} moves, not {board.length}"
        assert answer.get("count") in (None, _SOLUTIONS), f"{answer['count']} solutions, not {_SOLUTIONS}"
        result = f"{answer['length']} moves" if answer["status"] == "solved" else "not proved"
        if counted:
            result = "-" if answer["count"] is None else f"{answer['count']:,} solutions"
        rows.append(
            [words, result, time_of(took), f"{answer['states']:,}", f"{answer['bytes'] / 1e6:,.0f} MB"]
        )
    heads = ("what", "result", "time", "states", "peak memory of the process")
    note = f"One thread, cold, at most {seconds:.0f} s. The count's time is that of its process."
    return [Table("The 22-move board of the Mondrian2 article", heads, rows, note)]


def _in_child(board: Board, options: dict[str, Any], counted: bool) -> dict[str, Any]:
    answer: dict[str, Any] = _child(_CHILD, [str(board.puzzle), options, counted], {})
    return answer


def _child(code: str, message: Any, environment: dict[str, str]) -> Any:
    """What a process of its own, which reads the message from its argument, prints as JSON."""
    command = [sys.executable, "-c", code, json.dumps(message)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return json.loads(done.stdout)


def fifteen(quick: bool) -> list[Table]:
    """Korf's hundred 15-puzzles: all lengths, in total; the plain search takes long: the first ten."""
    boards = korf()
    if not boards:
        return []
    limit = 5 if quick else 20
    few = boards[:10]
    runs = [("default, first ten", few, True), ("plain, first ten", few, False)]
    if not quick:
        runs[:0] = [("default, tables built", boards, True), ("default, tables from disk", boards, True)]
    rows = []
    with TemporaryDirectory() as kept:
        for words, some, shortcuts in runs:
            options = {"threads": 1, "memory": MEMORY, "seconds": limit, "shortcuts": shortcuts}
            message = [[str(board.puzzle) for board in some], options]
            answers = _child(_EACH_CHILD, message, {"CLEW_CACHE": kept})
            for board, (status, length, _, _) in zip(some, answers, strict=True):
                assert status == "limit" or length == board.length, f"{board.name}: {length} moves"
            total = sum(seconds for _, _, _, seconds in answers)
            expanded = sum(expanded for _, _, expanded, _ in answers)
            done = sum(status == "solved" for status, _, _, _ in answers)
            rate = f"{expanded / total / 1e6:.1f} M/s"
            rows.append([words, f"{done} of {len(answers)}", time_of(total), f"{expanded:,}", rate])
    heads = ("method", "proved", "total", "expanded", "expanded a second")
    note = (
        f"One thread; each row in a process of its own; a board may take {limit} s. Totals hold what "
        "unfinished boards took, and the time in which tables were built or read. The first row begins "
        "without tables, and leaves them on disk."
    )
    return [Table("Korf's 15-puzzles", heads, rows, note)]


def klotski(quick: bool) -> list[Table]:
    """Huarong Dao in its three metrics, and the 60-move board."""
    rows = []
    names = (
        "huarong-dao",
        "huarong-dao-slides",
        "huarong-dao-steps",
        "sixty",
        "rush-58",
        "rush-51",
        "rush-49",
    )
    for name in names:
        board = shipped(f"blocks/{name}")
        limit = patience(quick).board
        ours, plain = beside([engine(limit), engine(limit, shortcuts=False)], board)
        rows.append(
            [
                f"{name} ({board.puzzle.metric})",
                str(ours.found["length"]),
                time_of(ours.seconds),
                time_of(plain.seconds),
                times_of(plain.seconds / ours.seconds),
                f"{ours.found['states']:,}",
            ]
        )
    heads = ("board", "moves", "default", "plain", "ratio", "states stored")
    return [Table("Long block boards", heads, rows, "One thread, warm, median of 5 runs.")]


def improving(quick: bool) -> list[Table]:
    """When the first solution is found, and how good it is after some seconds."""
    seconds = 3 if quick else 20
    boards = [shipped("ricochet/mondrian-22"), shipped("pebbles/fifteen-puzzle"), shipped("blocks/rush-58")]
    boards += korf()[:1]
    rows = []
    for board in boards:
        first: tuple[int, float] | None = None
        search = clew.improve(board.puzzle, limits=clew.Limits(seconds=seconds, memory=MEMORY), threads=1)
        for report in search:
            if first is None and report.length is not None:
                first = (report.length, report.seconds)
        known = search.solution
        began = f"{first[0]} after {time_of(first[1])}" if first else "none"
        rows.append(
            [
                board.name,
                "-" if board.length is None else str(board.length),
                began,
                f"{known.length}" + (" (proved)" if known.optimal else ""),
                str(known.lower_bound),
                time_of(known.seconds),
            ]
        )
    heads = ("board", "optimum", "first solution", "best", "bound", "time")
    return [Table("`clew.improve`", heads, rows, f"One thread, at most {seconds} s a board.")]


def threads(quick: bool) -> list[Table]:
    """Breadth-first search up to a number of states, on 1, 2 and 4 threads in turn."""
    states = 500_000 if quick else 16_000_000
    counts = (1, 2, 4)
    rows = []
    for name in ("ricochet/mondrian-22", "pebbles/panguru-25", "pebbles/fifteen-puzzle"):
        board = shipped(name)
        rates: dict[int, list[float]] = {count: [] for count in counts}
        for _ in range(1 if quick else 3):
            for count in counts:
                found = engine(60, algorithm="bfs", shortcuts=False, threads=count, states=states)(board)
                rates[count].append(found["states"] / found["seconds"])
        one, *more = (median(rates[count]) for count in counts)
        cells = [f"{rate / 1e6:.1f} M/s ({times_of(rate / one)})" for rate in more]
        rows.append([name, f"{one / 1e6:.1f} M/s", *cells])
    heads = ("board", "1 thread", "2 threads", "4 threads")
    note = (
        f"States stored a second by plain breadth-first search, up to {states:,} states and the end "
        f"of a block, on {os.cpu_count()} processors."
    )
    return [Table("Threads", heads, rows, note)]


def cold_start(quick: bool) -> list[Table]:
    """The whole command on a small board, compared with a Python that does nothing; runs alternate."""
    board = str(shipped("blocks/gar-1").puzzle)
    entry = "from clew.cli.main import main; raise SystemExit(main())"
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "clew solve BOARD": [sys.executable, "-c", entry, "solve", board],
        "clew solve --count --json BOARD": [sys.executable, "-c", entry, "solve", "--count", "--json", board],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(5 if quick else 25):
        for name, command in commands.items():
            began = perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times[name].append(perf_counter() - began)
    bare = median(times["python -c pass"])
    rows = [
        [name, time_of(median(spent)), time_of(min(spent)), times_of(median(spent) / bare)]
        for name, spent in times.items()
    ]
    return [Table("Cold start of the command", ("command", "median", "least", "of a bare Python"), rows)]
