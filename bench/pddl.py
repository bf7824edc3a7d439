"""Boards as planning problems: whether a planner proves the same number of moves as Clew.

`python -m bench.pddl --planner fast-downward.py` writes boards of every family that planners can be given,
asks Fast Downward for a plan of least cost, and compares. The planner is not part of Clew: `pip install
up-fast-downward` in an environment of its own has it in `up_fast_downward/downward/fast-downward.py`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import clew
from clew.boards.recognition import format_named
from clew.puzzles.base import EnginePuzzle

SEARCH = "astar(blind())"
"""The goals of some boards are disjunctions, for which the planner's better bounds are not made."""

BOARDS = (
    "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "blocks[step]:ooBo/AABo/ooBC/oooC",
    "blocks[piece]:ooBo/AABo/ooBC/oooC",
    "blocks[free,piece]:AABo/oCBo/oCoD/EEoD",
    "blocks[free,piece,exit=A-down]:BAAC/BAAC/DooF/DooF",
    "blocks[free]:AABo/oBBo/oCoo>oBoo/BBoo/oooo",
    *("pebbles[grid 3x3]:12345678-/1234-5678", "pebbles[grid 2x3,slides]:12345-/-31542"),
    *("pebbles:WCBRBOGYGPCORPY/-WCBRBOGYGPCORP", "pebbles[grid 2x3]:AABB-C/-BABA-"),
    "ricochet[wall=b1R]:R..B/..../.#../....>R.../..../..../...B",
    "ricochet[open]:..R../...../B...G/...../..Y..>...../...../..R../...../.....",
    "ricochet:.R.R/..../.#../....>..../...R/..../R...",
    "ricochet[anywhere]:####./#A.B#/#B.A#/#####>AB",
    "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[steps]:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[own]:SW,E+W+NW,SE+SW+W/N+NE+NW,W+NW,SW/N,NE+W,N",
)


def boards(random: int) -> Iterator[EnginePuzzle]:
    """The boards above, and so many random ones of each family."""
    yield from map(clew.parse, BOARDS)
    sizes: dict[str, str | tuple[int, int]] = {
        "blocks": (5, 5),
        "pebbles": "grid 2x3",
        "ricochet": (6, 6),
        "coroutine": (3, 3),
        "sokoban": (6, 6),
    }
    for family, size in sizes.items() if random else ():
        yield from clew.generate(family, size=size, count=random, seed=1, par=(1, 12))


def planned(planner: str, puzzle: EnginePuzzle, seconds: int) -> int | None:
    """The cost of the planner's plan; None where it proves that there is none. Raises `RuntimeError`."""
    with TemporaryDirectory() as folder:
        names = []
        for name, text in format_named("pddl")[0].files(puzzle, {}).items():
            names.append(f"board{name}.pddl")
            Path(folder, names[-1]).write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, planner, *names, "--search", SEARCH],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    cost = re.search(r"Plan cost: (\d+)", done.stdout)
    if cost is not None:
        return int(cost[1])
    if "unsolvable" in done.stdout.lower():
        return None
    raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])


def main() -> int:
    """Compare the boards. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="bench.pddl", description=__doc__)
    parser.add_argument("--planner", required=True, help="the path of fast-downward.py")
    parser.add_argument("--random", type=int, default=0, help="random boards of each family")
    parser.add_argument("--seconds", type=int, default=300, help="for one board")
    args = parser.parse_args()
    wrong = 0
    for puzzle in boards(args.random):
        length = clew.solve(puzzle).length
        try:
            cost = planned(args.planner, puzzle, args.seconds)
        except subprocess.TimeoutExpired:
            print(f"late  {length} - {puzzle}", flush=True)
            continue
        wrong += length != cost
        print(f"{'same ' if length == cost else 'OTHER'} {length} {cost} {puzzle}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
