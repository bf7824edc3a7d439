"""Certificates: how long they are, and what they take to write and to check.

`python -m bench.proofs` prints the table; `--sets 10` adds a row for each published set, by one board in ten,
and `--output FILE` also writes both. Every file that is counted was accepted by the checker in Python, by the
one in Rust, if `cargo build --release --package clew-check` has built it, and by the proved one, if
`make proofs` has.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import clew
from bench.sets import BOARDS, PUBLISHED, ROOT
from bench.table import Table, preamble, time_of
from clew import clew_check
from clew.errors import ClewError
from clew.puzzles.base import EnginePuzzle
from tests.acceptance.data import rows

HEADS = (
    "board",
    "length",
    "states",
    "bytes",
    "solve",
    "write",
    "write / solve",
    *(f"check, {name}" for name in ("Python", "Rust", "proved")),
)
LIMIT = 600
"""Seconds that a check may take here."""

CHECKERS = {
    ROOT / "target" / "release" / "clew-check": [],
    ROOT / "build" / "proofs" / "clew-check-proved": ["--seconds", str(LIMIT)],
}
"""The programs that check files, in the order of their columns, with their options."""


class Made(NamedTuple):
    """What was measured of a board. Times in seconds of processor time."""

    length: int | None
    states: int
    size: int
    solve: float
    write: float
    checks: tuple[float, ...]


def proofs(quick: bool = False) -> list[Table]:
    """Every board of this repository that the checker knows."""
    paths = sorted(path for family in clew_check.FAMILIES for path in (BOARDS / family).glob("*.toml"))
    rows = {str(path.relative_to(ROOT)): [path] for path in (paths[::10] if quick else paths)}
    return [_table("Certificates", rows, clew.load, 1)]


def published(step: int, rounds: int, only: str | None = None) -> Table:
    """Every so many of the published boards, a row for each set, by its round of median ratio."""
    found = {name: boards[::step] for name, boards in _sets().items() if only in (None, name)}
    # A puzzle keeps what it knows, so each round has its own.
    return _table("Certificates of published boards", found, lambda make: make(), rounds)


def _sets() -> dict[str, list[Callable[[], EnginePuzzle]]]:
    found: dict[str, list[Callable[[], EnginePuzzle]]] = {}
    if not PUBLISHED.is_dir():
        return found
    found["Rush Hour"] = [partial(clew.Blocks.parse, row["board"]) for row in rows("blocks_rush.csv")]
    found["coroutine"] = [
        partial(clew.Coroutine, row["squares"], coins=row["coins"], target=row["target"], first=row["first"])
        for row in rows("coroutine.json")
    ]
    found["ricochet"] = [partial(clew.Ricochet, row["board"], row["goal"]) for row in rows("ricochet.json")]
    panguru = [row for row in rows("pebbles_panguru.csv") if int(row["optimal"]) <= 20]
    found["Panguru, up to 20 moves"] = [
        partial(clew.Pebbles, row["plates"], row["pebbles"]) for row in panguru
    ]
    return found


def _table(
    title: str, found: Mapping[str, Sequence[Any]], load: Callable[[Any], EnginePuzzle], rounds: int
) -> Table:
    lines, refused = [], list[str]()
    for name, boards in found.items():
        measured = [[_made(load(board)) for board in boards] for _ in range(rounds)]
        for number, made in enumerate(measured[0], 1):
            if isinstance(made, str):
                refused.append(f"{name}{f', board {number}' if len(boards) > 1 else ''} ({made})")
        lines.append(_row(name, measured))
    note = "Processor time on one thread; a row of a set has sums. Every file was accepted by every checker."
    if refused:
        note += f" Refused, with the states that a file would list: {', '.join(refused)}."
    return Table(title, HEADS, lines, note)


def _made(puzzle: EnginePuzzle) -> Made | str:
    """What a board takes; or, if its certificate is refused, how many states it would list."""
    began = time.process_time()
    solution = clew.solve(puzzle, threads=1)
    solved = time.process_time()
    try:
        proof = solution.certificate(threads=1)
    except ClewError as error:
        return str(error).partition(" states")[0].removeprefix("the proof would list ")
    written = time.process_time()
    proof.check(seconds=LIMIT)
    checked = time.process_time() - written
    with tempfile.TemporaryDirectory() as folder:
        proof.save(path := Path(folder) / "a.proof")
        others = (_seconds(program, str(path)) for program in CHECKERS if program.exists())
        return Made(
            solution.length, proof.states, proof.size, solved - began, written - solved, (checked, *others)
        )


def _row(name: str, rounds: list[list[Made | str]]) -> list[str]:
    """A row from the rounds of a set: of the round whose ratio is the median."""
    boards = len(rounds[0])
    made = [[board for board in measured if not isinstance(board, str)] for measured in rounds]
    made.sort(key=_ratio)
    middle = made[len(made) // 2]
    if boards > 1:
        name = f"{name}, {len(middle)} of {boards}"
    if not middle:
        return [name, "", "refused", *[""] * (len(HEADS) - 3)]
    states = sum(board.states for board in middle)
    checks = iter([sum(seconds) for seconds in zip(*(board.checks for board in middle), strict=True)])
    there = (True, *(program.exists() for program in CHECKERS))
    return [
        name,
        str(max(board.length or 0 for board in middle)),
        f"{states:,}",
        f"{sum(board.size for board in middle):,}",
        time_of(sum(board.solve for board in middle)),
        time_of(sum(board.write for board in middle)),
        f"{_ratio(middle):.1f}",
        *(time_of(next(checks)) if built else "" for built in there),
    ]


def _ratio(made: list[Made]) -> float:
    """How often a solve fits in the writing of its certificate."""
    return sum(board.write for board in made) / (sum(board.solve for board in made) or 1)


def _seconds(program: Path, argument: str) -> float:
    """The processor time in which a program accepts a file, its start left out. Raises `CalledProcessError`
    if it refuses the file.
    """
    return max(0.0, _run(program, *CHECKERS[program], argument) - _start(program))


@cache
def _start(program: Path) -> float:
    return min(_run(program, "--help") for _ in range(20))


def _run(program: Path, *arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m bench.proofs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sets", type=int, metavar="N", help="also one in N of the published boards")
    parser.add_argument("--only", choices=[*_sets()], help="with --sets: this set, and nothing else")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="how often sets are measured")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the tables here")
    options = parser.parse_args()
    parts = ["# What certificates take\n\nWritten by `python -m bench.proofs`.\n", preamble(False) + "\n"]
    asked: list[Callable[[], list[Table]]] = [] if options.only else [proofs]
    if options.sets:
        asked.append(lambda: [published(options.sets, options.rounds, options.only)])
    for table in chain.from_iterable(measure() for measure in asked):
        print(table.markdown(), flush=True)
        parts.append(table.markdown())
    if options.output:
        options.output.write_text("\n".join(parts), encoding="utf-8")
