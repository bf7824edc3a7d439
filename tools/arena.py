"""Makes the boards that `clew arena` plays when none are named, from fixed seeds.

    python -m tools.arena

Ten boards for each family and each number of moves; every one of them has a small map, so that the regret of
each move is exact.
"""

from __future__ import annotations

import csv

import clew
from clew.puzzles.base import EnginePuzzle
from clew_lab.arena.boards import SHIPPED

EACH = 10
SEED = 2026
STATES = 60_000
PLAN: dict[str, tuple[str, tuple[int, ...]]] = {
    "blocks": ("6x6", (5, 8, 11, 14, 17)),
    "coroutine": ("3x3", (6, 10, 14, 18, 22)),
    "pebbles": ("grid 2x4", (4, 8, 12, 16, 20)),
    "ricochet": ("6x6", (4, 6, 8, 10, 12)),
}


def main() -> None:
    with open(SHIPPED, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("id", "par", "board"))
        for family, (size, depths) in PLAN.items():
            for depth in depths:
                for number, puzzle in enumerate(_made(family, size, depth), 1):
                    out.writerow((f"{family}-{depth}-{number:02d}", depth, str(puzzle)))
                file.flush()


def _made(family: str, size: str, depth: int) -> list[EnginePuzzle]:
    found: dict[str, EnginePuzzle] = {}
    seed = SEED + depth
    while len(found) < EACH:
        seed += 1000
        for puzzle in clew.generate(family, size=size, par=depth, count=EACH, seed=seed):
            if len(found) < EACH and clew.explore(puzzle, limits=clew.Limits(states=STATES)).complete:
                found[str(puzzle)] = puzzle
    return list(found.values())


if __name__ == "__main__":
    main()
