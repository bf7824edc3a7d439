"""Certificates: how long they are, and what they take to write and to check.

`python -m bench.proofs` prints the table; `--sets 10` adds a row for each published set, by one board in ten.
The last column is of the checker in Rust, if `cargo build --release --package clew-check` has built it.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import clew
from bench.sets import BOARDS, PUBLISHED, ROOT
from bench.table import Table, time_of
from clew import clew_check
from clew.errors import ClewError
from clew.puzzles.base import EnginePuzzle
from clew.search.certificate import Certificate
from tests.acceptance.data import rows

HEADS = (
    "board",
    "length",
    "states",
    "bytes",
    "solve",
    "write",
    "check",
    "states checked a second",
    "in Rust",
)
LIMIT = 600.0
"""Seconds that a check may take here."""

RUST = ROOT / "target" / "release" / "clew-check"


def proofs(quick: bool = False) -> list[Table]:
    """Every board of this repository that the checker knows."""
    paths = sorted(path for family in clew_check.FAMILIES for path in (BOARDS / family).glob("*.toml"))
    measured = [
        (str(path.relative_to(ROOT)), [clew.load(path)]) for path in (paths[::10] if quick else paths)
    ]
    return [_table("Certificates", measured)]


def published(step: int) -> Table:
    """Every so many of the published boards, a row for each set."""
    return _table(
        "Certificates of published boards", [(name, boards[::step]) for name, boards in _sets().items()]
    )


def _sets() -> dict[str, list[EnginePuzzle]]:
    found: dict[str, list[EnginePuzzle]] = {}
    if not PUBLISHED.is_dir():
        return found
    found["Rush Hour"] = [clew.Blocks.parse(row["board"]) for row in rows("blocks_rush.csv")]
    found["coroutine"] = [
        clew.Coroutine(row["squares"], coins=row["coins"], target=row["target"], first=row["first"])
        for row in rows("coroutine.json")
    ]
    found["ricochet"] = [clew.Ricochet(row["board"], row["goal"]) for row in rows("ricochet.json")]
    panguru = [row for row in rows("pebbles_panguru.csv") if int(row["optimal"]) <= 20]
    found["Panguru, up to 20 moves"] = [clew.Pebbles(row["plates"], row["pebbles"]) for row in panguru]
    return found


def _table(title: str, measured: Iterable[tuple[str, list[EnginePuzzle]]]) -> Table:
    lines = [_row(name, boards) for name, boards in measured]
    return Table(title, HEADS, lines, "Processor time on one thread; a row of a set has sums.")


def _row(name: str, boards: list[EnginePuzzle]) -> list[str]:
    longest, states, size, refused = 0, 0, 0, ""
    spent = [0.0, 0.0, 0.0]
    rust, count = 0.0, 0
    for puzzle in boards:
        began = time.process_time()
        solution = clew.solve(puzzle, threads=1)
        solved = time.process_time()
        try:
            proof = solution.certificate(threads=1)
        except ClewError as error:
            refused = str(error).partition(" states")[0].removeprefix("the proof would list ")
            continue
        written = time.process_time()
        proof.check(seconds=LIMIT)
        ended = time.process_time()
        rust += _in_rust(proof)
        for part, seconds in enumerate((solved - began, written - solved, ended - written)):
            spent[part] += seconds
        longest = max(longest, solution.length or 0)
        states, size, count = states + proof.states, size + proof.size, count + 1
    if len(boards) > 1:
        name = f"{name}, {count} of {len(boards)}"
    if not count:
        return [name, "", refused, "refused", "", "", "", "", ""]
    return [
        name, str(longest), f"{states:,}", f"{size:,}", *map(time_of, spent), f"{states / spent[2]:,.0f}",
        f"{states / rust:,.0f}" if rust > 0 else "",
    ]  # fmt: skip


def _in_rust(proof: Certificate) -> float:
    """Seconds that the checker in Rust takes, without its start; 0 if it is not built."""
    if not RUST.exists():
        return 0
    with tempfile.TemporaryDirectory() as folder:
        proof.save(path := Path(folder) / "a.proof")
        return max(0.0, _seconds_of(str(path)) - _start())


@cache
def _start() -> float:
    return min(_seconds_of("--version") for _ in range(20))


def _seconds_of(argument: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([RUST, argument], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.proofs", description=__doc__)
    parser.add_argument("--sets", type=int, metavar="N", help="also one in N of the published boards")
    every = parser.parse_args().sets
    for table in proofs():
        print(table.markdown(), flush=True)
    if every:
        print(published(every).markdown())
